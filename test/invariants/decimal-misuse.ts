import ts from 'typescript'

const K = ts.SyntaxKind

/**
 * Arithmetic and comparison operators. On a Decimal they would use its text: "9" > "10", "1.0" !==
 * "1.00".
 */
const OPERATORS = new Set<ts.SyntaxKind>([
  K.PlusToken,
  K.MinusToken,
  K.AsteriskToken,
  K.SlashToken,
  K.PercentToken,
  K.AsteriskAsteriskToken,
  K.PlusEqualsToken,
  K.MinusEqualsToken,
  K.AsteriskEqualsToken,
  K.SlashEqualsToken,
  K.PercentEqualsToken,
  K.LessThanToken,
  K.LessThanEqualsToken,
  K.GreaterThanToken,
  K.GreaterThanEqualsToken,
])
const EQUALITY = new Set<ts.SyntaxKind>([
  K.EqualsEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsToken,
  K.ExclamationEqualsEqualsToken,
])
const UNARY = new Set<ts.SyntaxKind>([
  K.PlusToken,
  K.MinusToken,
  K.PlusPlusToken,
  K.MinusMinusToken,
  K.TildeToken,
])

/** Functions that turn a Decimal into a float or compare its text. */
const CONVERSIONS = /^(Number|BigInt|parseFloat|parseInt|isNaN|isFinite|Number\.\w+|Math\.\w+)$/
const TEXT_ORDER = new Set(['sort', 'toSorted', 'indexOf', 'lastIndexOf', 'includes'])

/**
 * Returns every place in a file that uses a Decimal without the functions of
 * `shared/domain/decimal.ts`.
 */
export function decimalMisuses(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = []
  const isDecimal = (node: ts.Node): boolean => holdsDecimal(checker.getTypeAtLocation(node))
  const report = (node: ts.Node, misuse: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push(`${line + 1}: ${misuse} in ${node.getText(file).slice(0, 80)}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind
      const [left, right] = [isDecimal(node.left), isDecimal(node.right)]
      if (OPERATORS.has(operator) && (left || right)) {
        report(node, `operator ${node.operatorToken.getText(file)}`)
      }
      // A comparison with null, undefined or another type checks for the presence of a Decimal, not
      // its value.
      if (EQUALITY.has(operator) && left && right) {
        report(node, `operator ${node.operatorToken.getText(file)}`)
      }
    } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
      if (UNARY.has(node.operator) && isDecimal(node.operand)) report(node, 'unary operator')
    } else if (ts.isTemplateSpan(node)) {
      if (isDecimal(node.expression)) report(node.expression, 'template text')
    } else if (ts.isSwitchStatement(node)) {
      if (isDecimal(node.expression)) report(node.expression, 'switch')
    } else if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(file)
      if (CONVERSIONS.test(callee) && node.arguments.some(isDecimal)) report(node, callee)
      if (
        ts.isPropertyAccessExpression(node.expression) &&
        TEXT_ORDER.has(node.expression.name.text)
      ) {
        const natural = !/sort/i.test(node.expression.name.text) || node.arguments.length === 0
        const element = elementOf(checker.getTypeAtLocation(node.expression.expression), checker)
        if (natural && element !== undefined && holdsDecimal(element)) {
          report(node, node.expression.name.text)
        }
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function holdsDecimal(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some(holdsDecimal)
  return type
    .getProperties()
    .some(({ escapedName }) => String(escapedName).startsWith('__@decimalBrand'))
}

function elementOf(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  return checker.isArrayLikeType(type)
    ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    : undefined
}
