import ts from 'typescript'

/** A declaration whose text can mention others: the unit of the graph. */
export type GraphNode = ts.Node

/** Which declarations mention which others, over all files of a program. */
export interface CallGraph {
  readonly edges: ReadonlyMap<GraphNode, ReadonlySet<GraphNode>>
  /** Every node with the file it is in. */
  nodesIn(matches: (path: string) => boolean): readonly GraphNode[]
}

const isUnit = (node: ts.Node): boolean =>
  ts.isFunctionDeclaration(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ts.isSetAccessor(node) ||
  ts.isConstructorDeclaration(node) ||
  ts.isClassLike(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isCaseClause(node) ||
  ts.isSourceFile(node)

const isFunction = (node: ts.Expression): boolean => {
  const bare = ts.isParenthesizedExpression(node) ? node.expression : node
  return ts.isArrowFunction(bare) || ts.isFunctionExpression(bare)
}

/** True for a declaration that runs with the code around it, not only when it is mentioned. */
function runsWithParent(node: ts.Node): boolean {
  if (ts.isVariableDeclaration(node)) {
    // A variable of a module runs with the import of the module, so it has to be mentioned.
    return (
      (node.initializer === undefined || !isFunction(node.initializer)) &&
      !ts.isSourceFile(node.parent.parent.parent)
    )
  }
  if (ts.isPropertyAssignment(node)) return !isFunction(node.initializer)
  return ts.isShorthandPropertyAssignment(node) || ts.isCaseClause(node)
}

/** True for a member that does something when it is called or read, other than a stored value. */
const runsWhenCalled = (node: ts.Node): boolean =>
  ts.isMethodDeclaration(node) ||
  ts.isGetAccessor(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertySignature(node) ||
  ((ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node)) &&
    node.initializer !== undefined &&
    isFunction(node.initializer))

/** The class or the code that has to run before this member exists; null for anything else. */
function ownerOf(node: GraphNode): GraphNode | null {
  if (!runsWhenCalled(node) || ts.isMethodSignature(node) || ts.isPropertySignature(node)) {
    return null
  }
  for (let parent = node.parent; !ts.isSourceFile(parent); parent = parent.parent) {
    if (isUnit(parent)) return parent
  }
  return null
}

/** Collects the edges of one program. */
class GraphBuilder {
  readonly edges = new Map<GraphNode, Set<GraphNode>>()
  readonly #checker: ts.TypeChecker
  readonly #runsAlone: (node: ts.Node) => boolean
  readonly #linked = new Set<string>()
  readonly #ids = new Map<ts.Type, number>()

  constructor(checker: ts.TypeChecker, runsAlone: (node: ts.Node) => boolean) {
    this.#checker = checker
    this.#runsAlone = runsAlone
  }

  addFile(file: ts.SourceFile): void {
    this.#node(file)
    ts.forEachChild(file, (child) => this.#visit(child, file))
  }

  #node(node: GraphNode): Set<GraphNode> {
    const known = this.edges.get(node)
    if (known !== undefined) return known
    const fresh = new Set<GraphNode>()
    this.edges.set(node, fresh)
    return fresh
  }

  #link(from: GraphNode, to: GraphNode): void {
    if (from !== to) this.#node(from).add(to)
  }

  #visit(node: ts.Node, owner: GraphNode): void {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return
    if (
      ts.isImportDeclaration(node) ||
      ts.isExportDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node)
    ) {
      return
    }
    if (isUnit(node)) {
      this.#node(node)
      if (runsWithParent(node) && !this.#runsAlone(node)) this.#link(owner, node)
      if (ts.isClassLike(node)) this.#linkClass(node)
      if (ts.isShorthandPropertyAssignment(node)) this.#linkShorthand(node)
      ts.forEachChild(node, (child) => this.#visit(child, node))
      return
    }
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) this.#linkMention(node, owner)
    if (ts.isBindingElement(node)) this.#linkBinding(node, owner)
    if (ts.isExpression(node)) this.#linkConversion(node)
    ts.forEachChild(node, (child) => this.#visit(child, owner))
  }

  #linkMention(node: ts.Identifier | ts.PrivateIdentifier, owner: GraphNode): void {
    const named = this.#checker.getSymbolAtLocation(node)
    if (named === undefined) return
    this.#linkSymbol(owner, named)
  }

  #linkShorthand(node: ts.ShorthandPropertyAssignment): void {
    const value = this.#checker.getShorthandAssignmentValueSymbol(node)
    if (value !== undefined) this.#linkSymbol(node, value)
  }

  #linkBinding(node: ts.BindingElement, owner: GraphNode): void {
    if (!ts.isObjectBindingPattern(node.parent)) return
    const name = node.propertyName ?? node.name
    if (!ts.isIdentifier(name) && !ts.isStringLiteral(name)) return
    const member = this.#checker.getTypeAtLocation(node.parent).getProperty(name.text)
    if (member !== undefined) this.#linkSymbol(owner, member)
  }

  #linkSymbol(from: GraphNode, symbol: ts.Symbol): void {
    for (const declaration of this.#declarationsOf(symbol)) this.#link(from, declaration)
  }

  #declarationsOf(symbol: ts.Symbol): readonly ts.Declaration[] {
    const real =
      (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.#checker.getAliasedSymbol(symbol)
    return (real.declarations ?? []).filter(
      (declaration) => !declaration.getSourceFile().fileName.includes('/node_modules/'),
    )
  }

  /** A class runs its constructor and fields when it is made; its base may call its overrides. */
  #linkClass(node: ts.ClassLikeDeclaration): void {
    for (const member of node.members) {
      if (ts.isConstructorDeclaration(member) || ts.isClassStaticBlockDeclaration(member)) {
        this.#link(node, member)
      }
      if (
        ts.isPropertyDeclaration(member) &&
        (member.initializer === undefined || !isFunction(member.initializer))
      ) {
        this.#link(node, member)
      }
    }
    const own = this.#checker.getTypeAtLocation(node)
    for (const { types } of node.heritageClauses ?? []) {
      for (const base of types) this.#linkMembers(this.#checker.getTypeAtLocation(base), own)
    }
  }

  /** Where a value is used as another type, the members of that type lead to those of the value. */
  #linkConversion(node: ts.Expression): void {
    if (ts.isLiteralExpression(node) || isFunction(node)) return
    const target = this.#checker.getContextualType(node)
    if (target === undefined || (target.flags & ts.TypeFlags.Any) !== 0) return
    this.#linkMembers(target, this.#checker.getTypeAtLocation(node))
  }

  #linkMembers(target: ts.Type, source: ts.Type): void {
    if (target === source || !isStructure(source)) return
    const pair = `${this.#idOf(target)} ${this.#idOf(source)}`
    if (this.#linked.has(pair)) return
    this.#linked.add(pair)
    const promised = this.#checker.getAwaitedType(source)
    const expected = this.#checker.getAwaitedType(target)
    if (promised !== undefined && expected !== undefined && promised !== source) {
      this.#linkMembers(expected, promised)
      return
    }
    for (const member of this.#checker.getPropertiesOfType(source)) {
      for (const wanted of this.#members(target, member.name)) {
        this.#linkMember(wanted, member)
      }
    }
  }

  #members(type: ts.Type, name: string): readonly ts.Symbol[] {
    const parts = type.isUnion() ? type.types : [type]
    return parts.flatMap((part) => {
      const found = this.#checker.getPropertyOfType(part, name)
      return found === undefined ? [] : [found]
    })
  }

  #linkMember(port: ts.Symbol, member: ts.Symbol): void {
    const callable = this.#checker.getTypeOfSymbol(member).getCallSignatures().length > 0
    const implementations = this.#declarationsOf(member).filter(
      (declaration) => callable || runsWhenCalled(declaration),
    )
    for (const declared of this.#declarationsOf(port)) {
      for (const implementation of implementations) this.#link(declared, implementation)
    }
    this.#linkResults(port, member)
  }

  /** What a member returns is converted like the member itself. */
  #linkResults(wanted: ts.Symbol, member: ts.Symbol): void {
    const [target, source] = [wanted, member].map((symbol) => this.#checker.getTypeOfSymbol(symbol))
    if (target === undefined || source === undefined) return
    const [expected, actual] = [target, source].map((type) => type.getCallSignatures()[0])
    if (expected === undefined || actual === undefined) {
      if (isOwn(source)) this.#linkMembers(target, source)
      return
    }
    const result = actual.getReturnType()
    const awaited = this.#checker.getAwaitedType(result) ?? result
    if (!isOwn(awaited)) return
    const wantedResult = expected.getReturnType()
    this.#linkMembers(this.#checker.getAwaitedType(wantedResult) ?? wantedResult, awaited)
  }

  #idOf(type: ts.Type): number {
    const known = this.#ids.get(type)
    if (known !== undefined) return known
    this.#ids.set(type, this.#ids.size)
    return this.#ids.size - 1
  }
}

const isStructure = (type: ts.Type): boolean =>
  (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0

/** True for a type that this project declares, not a library. */
const isOwn = (type: ts.Type): boolean =>
  isStructure(type) &&
  (type.symbol?.declarations ?? []).some(
    (declaration) => !declaration.getSourceFile().fileName.includes('/node_modules/'),
  )

/**
 * Builds the graph of a program.
 * @param runsAlone true for a declaration that must be named to be reached
 */
export function callGraph(program: ts.Program, runsAlone: (node: ts.Node) => boolean): CallGraph {
  const builder = new GraphBuilder(program.getTypeChecker(), runsAlone)
  for (const file of program.getSourceFiles()) {
    if (!file.isDeclarationFile) builder.addFile(file)
  }
  return {
    edges: builder.edges,
    nodesIn: (matches) =>
      [...builder.edges.keys()].filter((node) => matches(node.getSourceFile().fileName)),
  }
}

/** What a walk starts with, and where it may go. */
export interface Walk {
  readonly roots: readonly GraphNode[]
  /** Nodes that exist before the walk: their members can be called. */
  readonly existing: ReadonlySet<GraphNode>
  readonly mayEnter: (node: GraphNode) => boolean
  /** True for a node whose own mentions do not count. */
  readonly isEnd: (node: GraphNode) => boolean
}

/**
 * Returns every node that the roots lead to. A member is entered only once the code that creates
 * its object has been entered.
 */
export function reachable({ edges }: CallGraph, walk: Walk): ReadonlySet<GraphNode> {
  const seen = new Set<GraphNode>()
  const waiting = new Map<GraphNode, GraphNode[]>()
  const open = [...walk.roots]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node) || !walk.mayEnter(node)) continue
    const owner = ownerOf(node)
    if (owner !== null && !seen.has(owner) && !walk.existing.has(owner)) {
      waiting.set(owner, [...(waiting.get(owner) ?? []), node])
      continue
    }
    seen.add(node)
    open.push(...(waiting.get(node) ?? []))
    if (!walk.isEnd(node)) open.push(...(edges.get(node) ?? []))
  }
  return seen
}
