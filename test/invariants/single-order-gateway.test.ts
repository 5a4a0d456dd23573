import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { configOf, programOf } from './program.js'
import { PRODUCT, ROOT, sources } from './sources.js'

const WRITES = new Set(['place', 'placeCombo', 'replace', 'cancel'])
const RECORDS = new Set(['ORDER_OPERATIONS', 'BROKER_ORDER_OPERATIONS'])
const OPERATIONS = new Set([
  'placeOrder',
  'replaceOrder',
  'cancelOrder',
  'batchPlaceOrders',
  'placeBrokerOrder',
  'replaceBrokerOrder',
  'cancelBrokerOrder',
])
const PORT = join(ROOT, 'electron/core/orders/trade-port.ts')
const WIRES = [
  join(ROOT, 'shared/wire/families/trading/orders.ts'),
  join(ROOT, 'shared/wire/families/broker/broker-orders.ts'),
]
/**
 * The files that may call the port, and those that may name its operations (the exchange answers
 * them).
 */
const MAY_CALL =
  /^electron\/core\/orders\/(order-service|gateway\/((order|combo)-placement|order-replacement))\.ts$/
const MAY_SEND =
  /^(electron\/provider\/orders\/trade-gateway\.ts|electron\/provider\/console\/order-gateway\.ts|electron\/practice\/.*|shared\/wire\/.*)$/
/** Lists the forms of every operation of the console, and sends none. */
const LISTS = 'electron/provider/console/console-sections.ts'

const SAMPLE = join(ROOT, 'electron/core/session/sample-of-a-second-door.ts')
const BAD = [
  'provider.trade.place(draft, id)',
  'provider.trade?.cancel(account, id)',
  "provider.trade.placeCombo({ accountId: account, orders: [] }, 'x', [id])",
  "provider.trade['replace'](account, id, {})",
  '({ p: provider.trade.place })',
  '(({ cancel }: typeof provider.trade) => cancel(account, id))',
  '(({ place: send }: typeof provider.trade) => send(draft, id))',
  'ORDER_OPERATIONS.placeOrder',
  'ORDER_OPERATIONS["cancelOrder"]',
  '(({ replaceOrder }: typeof ORDER_OPERATIONS) => replaceOrder)(ORDER_OPERATIONS)',
  'Object.values(ORDER_OPERATIONS)',
  'BROKER_ORDER_OPERATIONS.placeBrokerOrder',
  'BROKER.cancelBrokerOrder',
  '(({ replaceBrokerOrder }: typeof BROKER) => replaceBrokerOrder)(BROKER)',
  'Object.values(BROKER)',
]
const GOOD = [
  "provider.trade.detail(account, id, 'watch')",
  '"a".replace("a", "b")',
  'desk.cancel(account, id)',
  'ORDER_OPERATIONS.getOrder',
  'BROKER.getBrokerOrder',
]
const HEAD = `import { ORDER_OPERATIONS } from '../../../shared/wire/families/trading/orders.js'
import { BROKER_ORDER_OPERATIONS, BROKER_ORDER_OPERATIONS as BROKER } from '../../../shared/wire/families/broker/broker-orders.js'
import type { OrderService } from '../orders/order-service.js'
import type { ProviderPorts } from './provider-ports.js'
declare const provider: ProviderPorts, desk: OrderService, draft: Parameters<OrderService['submit']>[1]
declare const account: Parameters<OrderService['cancel']>[0], id: Parameters<OrderService['cancel']>[1]
`

const { options } = configOf('tsconfig.json')
const product = sources(PRODUCT).filter(({ path }) => /^(electron|shared)\//.test(path))
const program = programOf(
  options,
  product.map(({ path }) => join(ROOT, path)),
  { [SAMPLE]: HEAD + [...BAD, ...GOOD].map((text) => `void (${text})`).join('\n') },
)
const checker = program.getTypeChecker()

const declaredIn = (symbol: ts.Symbol | undefined, file: string): boolean =>
  symbol?.declarations?.some((declaration) => declaration.getSourceFile().fileName === file) ===
  true
const resolved = (node: ts.Node): ts.Symbol | undefined => {
  const symbol = checker.getSymbolAtLocation(node)
  return symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0
    ? checker.getAliasedSymbol(symbol)
    : symbol
}

/** True for a record of the operations about orders, under whatever name it was imported. */
const isRecord = (symbol: ts.Symbol | undefined): boolean =>
  symbol !== undefined && RECORDS.has(symbol.name) && WIRES.some((file) => declaredIn(symbol, file))

/** True when a mention of the record is a type, or names an operation that changes no order. */
const isReadOnlyUse = (node: ts.Identifier): boolean =>
  ts.isTypeQueryNode(node.parent) ||
  ts.isQualifiedName(node.parent) ||
  (ts.isPropertyAccessExpression(node.parent) && !OPERATIONS.has(node.parent.name.text))

/**
 * Returns the lines that access a write of the trade port (`port`), or an operation that changes
 * orders (`wire`).
 */
function gatewayUses(path: string): { readonly line: number; readonly kind: 'port' | 'wire' }[] {
  const file = program.getSourceFile(path)
  if (file === undefined) throw new Error(`${path} is not in the program`)
  const uses: { line: number; kind: 'port' | 'wire' }[] = []
  const report = (node: ts.Node, kind: 'port' | 'wire'): void =>
    void uses.push({
      line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1,
      kind,
    })
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return
    if (
      ts.isPropertyAccessExpression(node) &&
      WRITES.has(node.name.text) &&
      declaredIn(resolved(node.name), PORT)
    ) {
      report(node, 'port')
    }
    if (
      ts.isElementAccessExpression(node) &&
      ts.isStringLiteralLike(node.argumentExpression) &&
      WRITES.has(node.argumentExpression.text)
    ) {
      if (
        declaredIn(
          checker.getTypeAtLocation(node.expression).getProperty(node.argumentExpression.text),
          PORT,
        )
      ) {
        report(node, 'port')
      }
    }
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = (node.propertyName ?? node.name).getText(file)
      if (
        WRITES.has(name) &&
        declaredIn(checker.getTypeAtLocation(node.parent).getProperty(name), PORT)
      ) {
        report(node, 'port')
      }
    }
    if (ts.isIdentifier(node) && !isReadOnlyUse(node) && isRecord(resolved(node))) {
      report(node, 'wire')
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return uses
}

it('only the order gateway places, replaces or cancels, each in one place', () => {
  const second = product
    .filter(({ path }) => !MAY_CALL.test(path))
    .flatMap(({ path }) =>
      gatewayUses(join(ROOT, path))
        .filter((use) => use.kind === 'port')
        .map((use) => `${path}:${use.line}`),
    )
  expect(second).toEqual([])
  const uses = product
    .filter(({ path }) => MAY_CALL.test(path))
    .flatMap(({ path }) => gatewayUses(join(ROOT, path)))
  expect(uses.filter((use) => use.kind === 'port')).toHaveLength(WRITES.size)
})

it("only the provider's trade gateway sends the operations that change orders", () => {
  const second = product
    .filter(({ path }) => !MAY_SEND.test(path) && path !== LISTS)
    .flatMap(({ path }) =>
      gatewayUses(join(ROOT, path))
        .filter((use) => use.kind === 'wire')
        .map((use) => `${path}:${use.line}`),
    )
  expect(second).toEqual([])
})

it('a second caller is detected in any syntax', () => {
  const first = HEAD.split('\n').length
  const seen = new Set(gatewayUses(SAMPLE).map((use) => use.line - first))
  expect([...BAD, ...GOOD].filter((_, index) => seen.has(index))).toEqual(BAD)
})

it('the console sends an order only through the service that journals it', () => {
  const callers = product
    .filter(({ text }) => /\bsendOrderWrite\(/.test(text))
    .map(({ path }) => path)
  expect(callers).toEqual(['electron/provider/console/console-client.ts'])
  const senders = product
    .filter(({ path, text }) => path.startsWith('electron/') && /\bwrite\.send\(\)/.test(text))
    .map(({ path }) => path)
  expect(senders).toEqual(['electron/app/institution/institution-service.ts'])
})
