/// A symmetric, positive definite system of linear equations, A x = b.
struct SymmetricSystem {
    let count: Int
    /// The lower half of A, row after row; what lies above the diagonal is not read.
    var matrix: [Double]
    /// b.
    var right: [Double]

    /// Makes A and b of zeros.
    init(count: Int) {
        self.count = count
        matrix = Array(repeating: 0, count: count * count)
        right = Array(repeating: 0, count: count)
    }

    /// Solves the system by Cholesky's decomposition; O(count³).
    func solution() -> [Double] {
        var lower = matrix
        for column in 0..<count {
            for row in column..<count {
                var sum = lower[row * count + column]
                for inner in 0..<column {
                    sum -= lower[row * count + inner] * lower[column * count + inner]
                }
                if row == column {
                    precondition(sum > 0, "the matrix is positive definite")
                    lower[row * count + column] = sum.squareRoot()
                } else {
                    lower[row * count + column] = sum / lower[column * count + column]
                }
            }
        }
        return backward(lower, forward(lower))
    }

    private func forward(_ lower: [Double]) -> [Double] {
        var solution = right
        for row in 0..<count {
            for inner in 0..<row { solution[row] -= lower[row * count + inner] * solution[inner] }
            solution[row] /= lower[row * count + row]
        }
        return solution
    }

    private func backward(_ lower: [Double], _ middle: [Double]) -> [Double] {
        var solution = middle
        for row in (0..<count).reversed() {
            for inner in (row + 1)..<count {
                solution[row] -= lower[inner * count + row] * solution[inner]
            }
            solution[row] /= lower[row * count + row]
        }
        return solution
    }
}
