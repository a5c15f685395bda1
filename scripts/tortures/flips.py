def torture_flips(*_): pass
