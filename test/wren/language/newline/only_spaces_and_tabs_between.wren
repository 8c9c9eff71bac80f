	  var   a	=	1   
	System.print( a ) // expect: 1
