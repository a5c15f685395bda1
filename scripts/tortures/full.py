def torture_full(*_): pass
