/* Two plants, three markets, in thousands of cases. */
set I := {"SEATTLE", "SANDIEGO"}; set J := {"NEWYORK", "CHICAGO", "TOPEKA"};
param a{I}; param b{J}; param d{I,J};
var x{I,J} >= 0, <= 250; var slack >= -5, <= 40; var free_;
minimize cost: sum{i in I, j in J} 9/100 * d[i,j] * x[i,j] - 1/8 * slack;
s.t. supply{i in I}: sum{j in J} x[i,j] <= a[i];
s.t. demand{j in J}: sum{i in I} x[i,j] - slack >= b[j];
s.t. link: free_ = x["SEATTLE","CHICAGO"] - x["SANDIEGO","CHICAGO"] - 7.25;
s.t. lower: free_ >= -1000;
data;
param a := SEATTLE 350 SANDIEGO 600;
param b := NEWYORK 325 CHICAGO 300 TOPEKA 275;
param d : NEWYORK CHICAGO TOPEKA := SEATTLE 2.5 1.7 1.8 SANDIEGO 2.5 1.8 1.4;
end;
