* Problem:    band
* Class:      LP
* Rows:       3
* Columns:    3
* Non-zeros:  7
* Format:     Fixed MPS
*
NAME          band
ROWS
 N  gain
 E  band
 L  cap
COLUMNS
    x         gain                 3   band                 1
    x         cap                  1
    y         gain                 2   band                 1
    z         gain                 1   cap                 -1
RHS
    RHS1      band                 2   cap                  7
RANGES
    RNG1      band                 6
BOUNDS
 UP BND1      y                    9
 MI BND1      z       
 UP BND1      z                   -1
ENDATA
