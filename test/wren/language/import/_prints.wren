System.print("module runs")
