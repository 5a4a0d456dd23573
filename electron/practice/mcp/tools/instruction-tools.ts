import { z } from 'zod'
import { ok } from '../../../../shared/domain/result.js'
import { askToPlace, problem, waitFor, works } from './ask.js'
import { answerOf, viewOf, zAsked, zInstructionView } from './instruction-view.js'
import {
  algoInput,
  algoOrder,
  asked,
  cryptoInput,
  cryptoOrder,
  eventInput,
  eventOrder,
  futuresInput,
  futuresOrder,
  optionInput,
  optionOrder,
  replaceInputs,
  replaceStockInput,
  stockInput,
  stockOrder,
  strategyInput,
  strategyOrder,
  type AskedOrder,
} from './orders.js'
import { NOT_CHOSEN, chosen, refuse, tool, type HostedTool } from './tool.js'

const WAITS =
  'Nothing is sent until the user confirms it in the app. Show the message to the user unchanged.'
const asking = { scope: 'order:write', effect: 'ask', output: zAsked } as const
type Wanted = Parameters<typeof askToPlace>[1]

const placing = <Input extends z.ZodType<Wanted>>(
  word: string,
  what: string,
  input: Input,
  orders: (args: z.output<Input>) => readonly AskedOrder[],
): HostedTool =>
  tool({
    ...asking,
    name: `place_${word}_instruction`,
    title: `Ask for an order: ${what}`,
    description: `Asks the user for an order of ${what}. ${WAITS}`,
    input,
    run: (args, call) => askToPlace(call, args, orders(args)),
  })

const PLACE_TOOLS: readonly HostedTool[] = [
  placing('stock', 'a stock or an ETF', stockInput, (args) => [stockOrder(args)]),
  placing('option_single', 'one option', optionInput, (args) => [optionOrder(args)]),
  placing('option_strategy', 'a combination of options', strategyInput, (args) =>
    args.side === undefined
      ? [strategyOrder(args, 'BUY'), strategyOrder(args, 'SELL')]
      : [strategyOrder(args, args.side)],
  ),
  placing('futures', 'futures', futuresInput, (args) => [futuresOrder(args)]),
  placing('crypto', 'a coin', cryptoInput, (args) => [cryptoOrder(args)]),
  placing('algo', 'a stock, worked by an algorithm', algoInput, (args) => [algoOrder(args)]),
  placing('event', 'an event contract', eventInput, (args) => [eventOrder(args)]),
]

const NO_ORDER = refuse('ORDER_NOT_FOUND', 'This account has no such working order.')

const replacing = (word: keyof typeof replaceInputs): HostedTool =>
  tool({
    ...asking,
    name: `replace_${word}_instruction`,
    title: `Ask to change an order: ${word}`,
    description: `Asks the user to change a working order. ${WAITS}`,
    input: replaceInputs[word],
    run: ({ account_id: account, reason, ...order }, call) => {
      if (!chosen(call, account)) return NOT_CHOSEN
      if (Object.values(order).filter((value) => value !== undefined).length < 2) {
        return refuse('INVALID_PARAMETER', 'Say what is to change.')
      }
      return works(call, account, order.client_order_id)
        ? waitFor(call, account, undefined, reason, { kind: 'replace', order })
        : NO_ORDER
    },
  })

const replacingStock = tool({
  ...asking,
  name: 'replace_stock_instruction',
  title: 'Ask to change an order: stock',
  description: `Asks the user to change a working order, or several orders of one combination together. ${WAITS}`,
  input: replaceStockInput,
  run: ({ account_id: account, reason, orders, client_order_id: id, ...top }, call) => {
    if (!chosen(call, account)) return NOT_CHOSEN
    const says = (change: object): boolean =>
      Object.values(change).some((value) => value !== undefined)
    if ((orders === undefined) === (id === undefined) || (orders !== undefined && says(top))) {
      return refuse(
        'INVALID_PARAMETER',
        'Name client_order_id with its changes, or orders with theirs.',
      )
    }
    const changes = orders ?? (id === undefined ? [] : [{ client_order_id: id, ...top }])
    const [order, ...others] = changes
    if (
      order === undefined ||
      changes.some(({ client_order_id: _name, ...change }) => !says(change))
    ) {
      return refuse('INVALID_PARAMETER', 'Say what is to change.')
    }
    if (!changes.every((one) => works(call, account, one.client_order_id))) return NO_ORDER
    return waitFor(call, account, undefined, reason, {
      kind: 'replace',
      order,
      ...(others.length === 0 ? {} : { others }),
    })
  },
})

const cancelling = tool({
  ...asking,
  name: 'cancel_order_instruction',
  title: 'Ask to cancel an order',
  description: `Asks the user to cancel a working order. ${WAITS}`,
  input: z.object({ ...asked, client_order_id: z.string().min(1) }),
  run: ({ account_id: account, client_order_id: id, reason }, call) => {
    if (!chosen(call, account)) return NOT_CHOSEN
    return works(call, account, id)
      ? waitFor(call, account, undefined, reason, { kind: 'cancel', client_order_id: id })
      : NO_ORDER
  },
})

const zList = z.object({ instructions: z.array(zInstructionView) })

const listing = (name: string, title: string, description: string, pending: boolean): HostedTool =>
  tool({
    name,
    title,
    description,
    scope: 'order:read',
    effect: 'read',
    output: zList,
    input: z.object({
      instruction_id: z.string().optional(),
      limit: z.number().int().min(1).max(100).default(20),
    }),
    run: ({ instruction_id: id, limit }, { instructions, bearer: { grant } }) => {
      const fitting = instructions
        .of(grant.userId, grant.clientId)
        .filter(
          (one) =>
            (one.status === 'PENDING') === pending &&
            (id === undefined || one.id === id) &&
            grant.accounts.includes(one.accountId),
        )
      return ok({ instructions: fitting.slice(-limit).reverse().map(viewOf) })
    },
  })

const revoking = tool({
  name: 'revoke_instruction',
  title: 'Withdraw an instruction',
  description: 'Withdraws an instruction that still waits.',
  scope: 'order:write',
  effect: 'revoke',
  output: zAsked,
  input: z.object({ instruction_id: z.string().min(1) }),
  run: async (
    { instruction_id: id },
    { instructions, services, bearer: { grant }, confirmLink },
  ) => {
    const result = instructions.revoke(grant.userId, grant.clientId, id)
    if (!result.ok) return problem(result.error)
    await services.persist()
    return ok({
      ...answerOf(result.value, confirmLink(id)),
      message: 'Withdrawn. Nothing was sent.',
    })
  },
})

/** contract/mcp.md 1: orders are asked for, never placed. */
export const INSTRUCTION_TOOLS: readonly HostedTool[] = [
  ...PLACE_TOOLS,
  replacingStock,
  ...(['option', 'futures', 'event'] as const).map(replacing),
  cancelling,
  listing(
    'get_pending_instruction',
    'Waiting instructions',
    'The instructions of this client that wait for the user.',
    true,
  ),
  listing(
    'get_processed_instruction',
    'Decided instructions',
    'What became of instructions: APPROVED (the order was sent), REJECTED or EXPIRED.',
    false,
  ),
  revoking,
]
