import { z } from 'zod'
import { ok } from '../../../../shared/domain/result.js'
import {
  OWN_REFERENCE_DATA,
  REFERENCE_DATA_NAMES,
  type ReferenceDataName,
} from '../../../../shared/domain/reference/reference-data.js'
import {
  REFERENCE_DATA_TOOLS,
  referenceDataRequest,
} from '../../../../shared/wire/reference-data.js'
import { CATALOG, type OperationId } from '../../../../shared/wire/catalog.js'
import { W_TIMESPANS } from '../../../../shared/wire/enums.js'
import type { Operation } from '../../../../shared/wire/operation.js'
import { HANDLERS } from '../../http/handlers/index.js'
import type { Handler } from '../../http/operations/handler.js'
import type { RawRequest } from '../../http/message/raw-request.js'
import type { Scope } from '../../hosted/scopes.js'
import {
  NOT_CHOSEN,
  chosen,
  refuse,
  tool,
  zAccount,
  type HostedTool,
  type ToolAnswer,
  type ToolCall,
} from './tool.js'

const zRead = z.object({ data: z.unknown() })

/** A placeholder that is never read: a tool call has no HTTP request of its own. */
const NO_REQUEST: RawRequest = {
  method: 'GET',
  path: '',
  query: [],
  headers: {},
  host: '',
  body: Buffer.alloc(0),
}

/**
 * Answers a read operation of the catalog with its HTTP handler. Undefined parameters are left out.
 */
async function read(
  id: OperationId,
  params: Readonly<Record<string, unknown>>,
  call: ToolCall,
): Promise<ToolAnswer> {
  const operation: Operation | undefined = CATALOG.find((candidate) => candidate.id === id)
  if (operation === undefined) return refuse('SYSTEM_ERROR', 'This is not available.')
  const parsed = operation.request.safeParse(
    Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
  )
  if (!parsed.success) {
    return refuse(
      'INVALID_PARAMETER',
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
    )
  }
  const handler = HANDLERS[id] as Handler<typeof id>
  const outcome = await handler(parsed.data as never, {
    services: call.services,
    caller: { version: 'v3', who: call.bearer.grant.clientId, userId: call.bearer.grant.userId },
    raw: NO_REQUEST,
  })
  if (!outcome.ok) return outcome
  return outcome.value.kind === 'json'
    ? ok({ data: outcome.value.body })
    : refuse('SYSTEM_ERROR', 'This is not available.')
}

interface Spec<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly scope: Scope
  readonly operation: OperationId
  readonly input: Input
  /** Converts the tool's published parameters to those of the operation. */
  readonly params: (args: z.output<Input>) => Readonly<Record<string, unknown>>
}

const reading = <Input extends z.ZodObject>({
  operation,
  params,
  ...spec
}: Spec<Input>): HostedTool =>
  tool({
    ...spec,
    effect: 'read',
    output: zRead,
    run: (args, call) => read(operation, params(args as z.output<Input>), call),
  })

/** Declares a read tool for account data, limited to the accounts that the person chose. */
const ofAccount = <Input extends z.ZodObject<{ account_id: z.ZodString }>>({
  operation,
  params,
  ...spec
}: Spec<Input>): HostedTool =>
  tool({
    ...spec,
    effect: 'read',
    output: zRead,
    run: (args, call) => {
      const { account_id: account, limit: max } = z
        .object({ account_id: z.string(), limit: z.number().optional() })
        .parse(args)
      if (!chosen(call, account)) return NOT_CHOSEN
      const answer = read(operation, params(args as z.output<Input>), call)
      return max === undefined ? answer : answer.then((full) => limited(full, max))
    },
  })

const zPaged = z.object({ data: z.object({ data: z.array(z.unknown()) }) })
/**
 * Returns the first rows of a page without a cursor, because it could not continue at the removed
 * rows.
 */
function limited(answer: ToolAnswer, max: number): ToolAnswer {
  const page = answer.ok ? zPaged.safeParse(answer.value).data : undefined
  return page === undefined || page.data.data.length <= max
    ? answer
    : ok({ data: { data: page.data.data.slice(0, max) } })
}

/** Declares a market data tool from the table that Countersign's own endpoint uses too. */
const referenceDataTool = (name: ReferenceDataName): HostedTool => {
  const { title, description, scope, input, operation } = REFERENCE_DATA_TOOLS[name]
  return tool({
    name,
    title,
    description,
    scope,
    effect: 'read',
    input: z.object(input),
    output: zRead,
    run: (args, call) =>
      read(
        operation.id as OperationId,
        referenceDataRequest(REFERENCE_DATA_TOOLS[name], args),
        call,
      ),
  })
}

const account = z.object({ account_id: zAccount })
const flag = (value: boolean): string | undefined => (value ? 'true' : undefined)
const count = (usual: number) => z.number().int().min(1).max(1_200).default(usual)
const symbols = z.string().min(1).describe('Symbols, separated by commas')
const symbol = z.string().min(1)
const timespan = z.enum(W_TIMESPANS).default('D')
const limit = z.number().int().min(1).max(200).default(10).describe('At most so many')
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .optional()
  .describe('yyyy-MM-dd')
const fixed = (category: string) => z.literal(category).default(category)
const stockCategory = z.enum(['US_STOCK', 'US_ETF']).default('US_STOCK')

const accountList = tool({
  name: 'get_account_list',
  title: 'Accounts',
  description: 'The accounts that the user gave access to.',
  scope: 'account:read',
  effect: 'read',
  input: z.object({}),
  output: zRead,
  run: (_args, { bearer: { grant }, services }) =>
    ok({
      data: services.exchange
        .accounts(grant.userId)
        .filter(({ account_id: id }) => grant.accounts.includes(id)),
    }),
})

/** The published names and parameters of the read tools that this exchange answers (MCP-2). */
export const READ_TOOLS: readonly HostedTool[] = [
  accountList,
  ofAccount({
    name: 'get_account_balance',
    title: 'Balance',
    description: 'Cash, buying power and value of an account.',
    scope: 'account:read',
    operation: 'trading.balances.get',
    input: account,
    params: (args) => args,
  }),
  ofAccount({
    name: 'get_account_positions',
    title: 'Positions',
    description: 'What an account holds.',
    scope: 'account:read',
    operation: 'trading.positions.list',
    input: account,
    params: (args) => args,
  }),
  ofAccount({
    name: 'get_open_orders',
    title: 'Open orders',
    description: 'The working orders of an account.',
    scope: 'order:read',
    operation: 'trading.orders.open',
    input: account.extend({ limit }),
    params: ({ limit: _limit, ...args }) => args,
  }),
  ofAccount({
    name: 'get_order_history',
    title: 'Order history',
    description: 'Orders of an account, of the last 7 days unless start and end are given.',
    scope: 'order:read',
    operation: 'trading.orders.history',
    input: account.extend({ start: day, end: day, limit }),
    params: ({ account_id, start, end }) => ({
      account_id,
      start_time: start === undefined ? undefined : `${start}T00:00:00.000Z`,
      end_time: end === undefined ? undefined : `${end}T23:59:59.999Z`,
    }),
  }),
  ofAccount({
    name: 'get_order_detail',
    title: 'Order',
    description: 'One order with all that is known of it.',
    scope: 'order:read',
    operation: 'trading.orders.get',
    input: account.extend({ client_order_id: z.string().min(1) }),
    params: (args) => args,
  }),
  reading({
    name: 'get_instruments',
    title: 'Stocks and ETFs',
    description: 'What a stock or an ETF is and how it may be traded.',
    scope: 'instrument:read',
    operation: 'trading.stocks.list',
    input: z.object({ symbols, category: stockCategory }),
    params: (args) => args,
  }),
  reading({
    name: 'get_stock_snapshot',
    title: 'Stock prices',
    description: 'Last price, bid and ask, and the day of stocks and ETFs.',
    scope: 'market:read',
    operation: 'market.stocks.snapshots',
    input: z.object({
      symbols,
      category: stockCategory,
      extend_hour_required: z.boolean().default(false),
      overnight_required: z.boolean().default(false),
    }),
    params: ({ extend_hour_required: extended, overnight_required: overnight, ...args }) => ({
      ...args,
      extend_hour_required: flag(extended),
      overnight_required: flag(overnight),
    }),
  }),
  reading({
    name: 'get_stock_quotes',
    title: 'Stock quotes',
    description: 'The order book of a stock.',
    scope: 'market:read',
    operation: 'market.stocks.depth',
    input: z.object({
      symbol,
      category: stockCategory,
      depth: z.number().int().min(1).max(50).default(1),
    }),
    params: ({ depth, ...args }) => ({ ...args, depth: String(depth) }),
  }),
  reading({
    name: 'get_stock_bars',
    title: 'Stock bars',
    description: 'Bars of several stocks.',
    scope: 'market:read',
    operation: 'market.stocks.bars',
    input: z.object({
      symbols,
      category: stockCategory,
      timespan,
      count: count(200),
      real_time_required: z.boolean().default(false),
    }),
    params: ({ symbols: list, ...args }) => ({
      ...args,
      symbols: list.split(',').map((symbolText) => symbolText.trim()),
    }),
  }),
  reading({
    name: 'get_stock_bars_single',
    title: 'Bars of one stock',
    description: 'Bars of one stock.',
    scope: 'market:read',
    operation: 'market.stocks.bars-single',
    input: z.object({
      symbol,
      category: stockCategory,
      timespan,
      count: count(200),
      real_time_required: z.boolean().default(false),
    }),
    params: ({ count: barCount, real_time_required: running, ...args }) => ({
      ...args,
      count: String(barCount),
      real_time_required: flag(running),
    }),
  }),
  ...(
    [
      ['option', 'options', 'US_OPTION'],
      ['futures', 'futures', 'US_FUTURES'],
      ['crypto', 'crypto', 'US_CRYPTO'],
    ] as const
  ).map(([word, family, category]) =>
    reading({
      name: `get_${word}_snapshot`,
      title: `Prices: ${word}`,
      description: `Prices of ${family}.`,
      scope: 'market:read',
      operation: `market.${family}.snapshots` as const,
      input: z.object({ symbols, category: fixed(category) }),
      params: (args) => args,
    }),
  ),
  ...(
    [
      ['futures', 'futures', 'US_FUTURES'],
      ['crypto', 'crypto', 'US_CRYPTO'],
    ] as const
  ).map(([word, family, category]) =>
    reading({
      name: `get_${word}_bars`,
      title: `Bars: ${word}`,
      description: `Bars of ${family}.`,
      scope: 'market:read',
      operation: `market.${family}.bars` as const,
      input: z.object({
        symbols,
        category: fixed(category),
        timespan,
        count: count(200),
        real_time_required: z.boolean().default(false),
      }),
      params: ({ count: barCount, real_time_required: running, ...args }) => ({
        ...args,
        count: String(barCount),
        real_time_required: flag(running),
      }),
    }),
  ),
  reading({
    name: 'get_futures_depth',
    title: 'Futures book',
    description: 'The order book of a futures contract.',
    scope: 'market:read',
    operation: 'market.futures.depth',
    input: z.object({
      symbol,
      category: fixed('US_FUTURES'),
      depth: z.number().int().min(1).max(50).default(10),
    }),
    params: ({ depth, ...args }) => ({ ...args, depth: String(depth) }),
  }),
  ...REFERENCE_DATA_NAMES.filter((name) => !OWN_REFERENCE_DATA.has(name)).map((name) =>
    referenceDataTool(name),
  ),
]
