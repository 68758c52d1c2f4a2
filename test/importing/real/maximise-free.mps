*<meta creator='lp_solve v5.5'>
*<meta rows=4>
*<meta columns=3>
*<meta equalities=0>
*<meta integers=0>
*<meta origsense='MAX'>
*
NAME                  
OBJSENSE
 MAX
ROWS
 N  R0      
 L  R1      
 L  R2      
 L  R3      
 G  R5      
COLUMNS
    x         R0        143.00000000   R1        120.00000000
    x         R2        110.00000000   R3        1.0000000000
    x         R5        -1.000000000
    y         R0        60.000000000   R1        210.00000000
    y         R2        30.000000000   R3        1.0000000000
    y         R5        1.0000000000
    z         R0        -2.500000000   R2        1.0000000000
    z         R3        -1.000000000
RHS
    RHS       R1        15000.000000   R2        4000.0000000
    RHS       R3        75.000000000   R5        -30.12500000
BOUNDS
 LO BND       z         -5.000000000
 UP BND       z         10.000000000
ENDATA
