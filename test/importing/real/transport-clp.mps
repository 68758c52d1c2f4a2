NAME          transpor
ROWS
 N  OBJROW
 L  R0000002
 L  R0000003
 G  R0000004
 G  R0000005
 G  R0000006
 E  link
 G  lower
COLUMNS
    C0000001  OBJROW    0.225          R0000002  1.          
    C0000001  R0000004  1.          
    C0000002  OBJROW    0.153          R0000002  1.          
    C0000002  R0000005  1.             link       -1.        
    C0000003  OBJROW    0.162          R0000002  1.          
    C0000003  R0000006  1.          
    C0000004  OBJROW    0.225          R0000003  1.          
    C0000004  R0000004  1.          
    C0000005  OBJROW    0.162          R0000003  1.          
    C0000005  R0000005  1.             link      1.          
    C0000006  OBJROW    0.126          R0000003  1.          
    C0000006  R0000006  1.          
    slack     OBJROW     -0.125        R0000004   -1.        
    slack     R0000005   -1.           R0000006   -1.        
    free_     link      1.             lower     1.          
RHS
    RHS       R0000002  350.           R0000003  600.        
    RHS       R0000004  325.           R0000005  300.        
    RHS       R0000006  275.           link       -7.25      
    RHS       lower      -1000.     
BOUNDS
 UP BOUND     C0000001  250.        
 UP BOUND     C0000002  250.        
 UP BOUND     C0000003  250.        
 UP BOUND     C0000004  250.        
 UP BOUND     C0000005  250.        
 UP BOUND     C0000006  250.        
 LO BOUND     slack      -5.        
 UP BOUND     slack     40.         
 FR BOUND     free_            1e+30
ENDATA
