import {
  SyntaxKind as K,
  type Node,
  type SourceFile,
  type SyntaxKind,
} from 'typescript-native/unstable/ast'
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isPostfixUnaryExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isSwitchStatement,
  isTemplateSpan,
} from 'typescript-native/unstable/ast/is'
import { SignatureKind, type Checker, type Type } from 'typescript-native/unstable/sync'

/**
 * Arithmetic and comparison operators. On a Decimal they would use its text: "9" > "10", "1.0" !==
 * "1.00".
 */
const OPERATORS = new Set<SyntaxKind>([
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
const EQUALITY = new Set<SyntaxKind>([
  K.EqualsEqualsToken,
  K.EqualsEqualsEqualsToken,
  K.ExclamationEqualsToken,
  K.ExclamationEqualsEqualsToken,
])
const UNARY = new Set<SyntaxKind>([
  K.PlusToken,
  K.MinusToken,
  K.PlusPlusToken,
  K.MinusMinusToken,
  K.TildeToken,
])
/** Expressions that are never a Decimal. */
const LITERALS = new Set<SyntaxKind>([
  K.StringLiteral,
  K.NumericLiteral,
  K.NullKeyword,
  K.TrueKeyword,
  K.FalseKeyword,
])

/** Functions that turn a Decimal into a float or compare its text. */
const CONVERSIONS = /^(Number|BigInt|parseFloat|parseInt|isNaN|isFinite|Number\.\w+|Math\.\w+)$/
const TEXT_SEARCH = new Set(['indexOf', 'lastIndexOf', 'includes'])
const TEXT_ORDER = new Set(['sort', 'toSorted'])

/** A place that is a misuse if its operands are Decimals. */
interface Candidate {
  readonly node: Node
  readonly misuse: string
  readonly operands: readonly Node[]
  /** Whether one Decimal suffices, or every operand has to be one. */
  readonly needs: 'one' | 'all'
}

/**
 * Finds every place in a file that uses a Decimal without the functions of
 * `shared/domain/decimal.ts`.
 */
export class DecimalMisuseFinder {
  readonly #checker: Checker
  /** Whether a type is or contains a Decimal, by the id of the type. */
  readonly #known = new Map<number, boolean>()

  constructor(checker: Checker) {
    this.#checker = checker
  }

  /** Returns the misuses in a file, as `line: misuse in text`. */
  find(file: SourceFile): string[] {
    const candidates: Candidate[] = []
    const searches: Node[] = []
    const visit = (node: Node): void => {
      const candidate = candidateOf(node, file)
      if (candidate !== null) candidates.push(candidate)
      if (isTextSearch(node)) searches.push(node)
      node.forEachChild(visit)
    }
    visit(file)
    const misuses = [
      ...this.#decided(candidates),
      ...searches
        .filter((call) => this.#searchesDecimals(call))
        .map((node) => ({ node, misuse: 'search or order by text' })),
    ]
    return misuses.map(({ node, misuse }) => {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      return `${line + 1}: ${misuse} in ${node.getText(file).slice(0, 80)}`
    })
  }

  /** Returns the candidates whose operands are Decimals; requests all their types at once. */
  #decided(candidates: readonly Candidate[]): Candidate[] {
    const types = this.#checker.getTypeAtLocation(candidates.flatMap(({ operands }) => operands))
    let start = 0
    return candidates.filter(({ operands, needs }) => {
      const own = types.slice(start, start + operands.length)
      start += operands.length
      return needs === 'one'
        ? own.some((type) => this.#holdsDecimal(type))
        : own.every((type) => this.#holdsDecimal(type))
    })
  }

  /**
   * Whether the elements of the list are Decimals: the type of the first parameter of `includes`,
   * and of the compare function of `sort`.
   */
  #searchesDecimals(call: Node): boolean {
    const signature = this.#checker.getResolvedSignature(call)
    const parameter = signature && this.#checker.getParameterType(signature, 0)
    if (parameter === undefined) return false
    const elements = membersOf(parameter).flatMap((type) =>
      this.#checker
        .getSignaturesOfType(type, SignatureKind.Call)
        .map((compare) => this.#checker.getParameterType(compare, 0)),
    )
    return [parameter, ...elements].some((type) => this.#holdsDecimal(type))
  }

  #holdsDecimal(type: Type | undefined): boolean {
    if (type === undefined) return false
    const known = this.#known.get(type.id)
    if (known !== undefined) return known
    this.#known.set(type.id, false)
    const holds = type.isUnionType()
      ? membersOf(type).some((member) => this.#holdsDecimal(member))
      : (type.isObjectType() || type.isIntersectionType()) &&
        this.#checker.getPropertiesOfType(type).some(({ name }) => name.includes('@decimalBrand@'))
    this.#known.set(type.id, holds)
    return holds
  }
}

function membersOf(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []) : [type]
}

function candidateOf(node: Node, file: SourceFile): Candidate | null {
  if (isBinaryExpression(node)) {
    const { left, right, operatorToken } = node
    const misuse = `operator ${operatorToken.getText(file)}`
    if (OPERATORS.has(operatorToken.kind)) {
      return { node, misuse, operands: [left, right], needs: 'one' }
    }
    // A comparison with null, undefined or another type checks for the presence of a Decimal, not
    // its value.
    const compares = EQUALITY.has(operatorToken.kind) && !isLiteral(left) && !isLiteral(right)
    return compares ? { node, misuse, operands: [left, right], needs: 'all' } : null
  }
  if (isPrefixUnaryExpression(node) || isPostfixUnaryExpression(node)) {
    return UNARY.has(node.operator)
      ? { node, misuse: 'unary operator', operands: [node.operand], needs: 'one' }
      : null
  }
  if (isTemplateSpan(node) || isSwitchStatement(node)) {
    const misuse = isTemplateSpan(node) ? 'template text' : 'switch'
    return { node: node.expression, misuse, operands: [node.expression], needs: 'one' }
  }
  if (!isCallExpression(node)) return null
  const callee = node.expression.getText(file)
  return CONVERSIONS.test(callee)
    ? { node, misuse: callee, operands: [...node.arguments], needs: 'one' }
    : null
}

/** True for a call that searches a list, or orders it without a compare function. */
function isTextSearch(node: Node): boolean {
  if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return false
  const { text } = node.expression.name
  return TEXT_SEARCH.has(text) || (TEXT_ORDER.has(text) && node.arguments.length === 0)
}

function isLiteral(node: Node): boolean {
  return LITERALS.has(node.kind) || (isIdentifier(node) && node.text === 'undefined')
}
