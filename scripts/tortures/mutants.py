def torture_mutants(*_): pass
