module @main attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<4x3xf32>, %arg2: tensor<2xi32>) -> (tensor<f32>, tensor<2x2xf32>, tensor<5x3xf32>, tensor<i32>, tensor<1xf32>) {
    %0 = stablehlo.constant dense<"0x0000803f000000c00000003f000000000000807f00004040"> : tensor<2x3xf32>
    %1 = stablehlo.add %arg0, %0 : tensor<2x3xf32>
    %2 = stablehlo.constant dense<0x3F000000> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %4 = stablehlo.subtract %1, %3 : tensor<2x3xf32>
    %5 = stablehlo.constant dense<0x40000000> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %7 = stablehlo.divide %arg0, %6 : tensor<2x3xf32>
    %8 = stablehlo.multiply %4, %7 : tensor<2x3xf32>
    %9 = stablehlo.iota dim = 0 : tensor<2x3xi32>
    %10 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<2xi32>) -> tensor<2x3xi32>
    %11 = stablehlo.compare LT, %9, %10, SIGNED : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi1>
    %12 = stablehlo.tanh %8 : tensor<2x3xf32>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
    %14 = stablehlo.select %11, %12, %13 : tensor<2x3xi1>, tensor<2x3xf32>
    %15 = "stablehlo.gather"(%arg1, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 3>}> : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %16 = stablehlo.slice %arg1 [1:3, 0:3] : (tensor<4x3xf32>) -> tensor<2x3xf32>
    %17 = stablehlo.concatenate %14, %15, %16, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
    %18 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
    %19 = stablehlo.dot_general %17, %18, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<6x3xf32>, tensor<3x4xf32>) -> tensor<6x4xf32>
    %20 = stablehlo.reshape %19 : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    %21 = stablehlo.reshape %19 : (tensor<6x4xf32>) -> tensor<2x3x4xf32>
    %22 = stablehlo.dot_general %20, %21, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [HIGHEST, HIGHEST] : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x3xf32>
    %23 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %24 = stablehlo.reduce(%22 init: %23) applies stablehlo.maximum across dimensions = [2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x3x3xf32>
    %26 = stablehlo.add %22, %25 : tensor<2x3x3xf32>
    %27 = "stablehlo.optimization_barrier"(%arg0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %28 = "stablehlo.gather"(%27, %arg2) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 2, 1>}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
    %29 = stablehlo.constant dense<0x00000000> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [] : (tensor<f32>) -> tensor<5x3xf32>
    %31 = "stablehlo.scatter"(%30, %arg2, %arg0) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<5x3xf32>, tensor<2xi32>, tensor<2x3xf32>) -> tensor<5x3xf32>
    %32 = "stablehlo.all_reduce"(%31) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %sum = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<5x3xf32>) -> tensor<5x3xf32>
    %33 = stablehlo.constant dense<0> : tensor<i32>
    %34 = stablehlo.reduce(%26 init: %29) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<2x3x3xf32>, tensor<f32>) -> tensor<f32>
    %35 = stablehlo.reduce(%arg2 init: %33) applies stablehlo.add across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> tensor<i32>
    %36 = stablehlo.constant dense<0x40E00000> : tensor<f32>
    %37 = stablehlo.reshape %36 : (tensor<f32>) -> tensor<1xf32>
    return %34, %28, %32, %35, %37 : tensor<f32>, tensor<2x2xf32>, tensor<5x3xf32>, tensor<i32>, tensor<1xf32>
  }
}
