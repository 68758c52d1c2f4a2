* Problem:    transport
* Class:      LP
* Rows:       8
* Columns:    8
* Non-zeros:  26
* Format:     Free MPS
*
NAME transport
ROWS
 N cost
 L supply[SEATTLE]
 L supply[SANDIEGO]
 G demand[NEWYORK]
 G demand[CHICAGO]
 G demand[TOPEKA]
 E link
 G lower
COLUMNS
 x[SEATTLE,NEWYORK] cost 0.225 supply[SEATTLE] 1
 x[SEATTLE,NEWYORK] demand[NEWYORK] 1
 x[SEATTLE,CHICAGO] cost 0.153 supply[SEATTLE] 1
 x[SEATTLE,CHICAGO] demand[CHICAGO] 1 link -1
 x[SEATTLE,TOPEKA] cost 0.162 supply[SEATTLE] 1
 x[SEATTLE,TOPEKA] demand[TOPEKA] 1
 x[SANDIEGO,NEWYORK] cost 0.225 supply[SANDIEGO] 1
 x[SANDIEGO,NEWYORK] demand[NEWYORK] 1
 x[SANDIEGO,CHICAGO] cost 0.162 supply[SANDIEGO] 1
 x[SANDIEGO,CHICAGO] demand[CHICAGO] 1 link 1
 x[SANDIEGO,TOPEKA] cost 0.126 supply[SANDIEGO] 1
 x[SANDIEGO,TOPEKA] demand[TOPEKA] 1
 slack cost -0.125 demand[NEWYORK] -1
 slack demand[CHICAGO] -1 demand[TOPEKA] -1
 free_ link 1 lower 1
RHS
 RHS1 supply[SEATTLE] 350 supply[SANDIEGO] 600
 RHS1 demand[NEWYORK] 325 demand[CHICAGO] 300
 RHS1 demand[TOPEKA] 275 link -7.25
 RHS1 lower -1000
BOUNDS
 UP BND1 x[SEATTLE,NEWYORK] 250
 UP BND1 x[SEATTLE,CHICAGO] 250
 UP BND1 x[SEATTLE,TOPEKA] 250
 UP BND1 x[SANDIEGO,NEWYORK] 250
 UP BND1 x[SANDIEGO,CHICAGO] 250
 UP BND1 x[SANDIEGO,TOPEKA] 250
 LO BND1 slack -5
 UP BND1 slack 40
 FR BND1 free_
ENDATA
