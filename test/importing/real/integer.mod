var x >= 0; var y integer, >= 0, <= 9; var z <= -1;
maximize gain: 3*x + 2*y + z + 4;
s.t. band: 2 <= x + y <= 8;
s.t. cap: x - z <= 7;
end;
