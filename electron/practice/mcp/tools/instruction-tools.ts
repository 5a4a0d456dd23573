import { z } from 'zod'
import { ok } from '../../../../shared/domain/result.js'
import {
  requestPlacement,
  instructionRefusal,
  submitInstruction,
  isWorking,
} from './request-instruction.js'
import { answerOf, viewOf, zInstructionReply, zInstructionView } from './instruction-view.js'
import {
  algoInput,
  algoOrder,
  requestFields,
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
  type RequestedOrder,
} from './orders.js'
import { NOT_CHOSEN, chosen, refuse, tool, type HostedTool } from './tool.js'

const WAITS =
  'Nothing is sent until the user confirms it in the app. Show the message to the user unchanged.'
const orderRequestTool = { scope: 'order:write', effect: 'ask', output: zInstructionReply } as const
type Wanted = Parameters<typeof requestPlacement>[1]

const placeTool = <Input extends z.ZodType<Wanted>>(
  word: string,
  product: string,
  input: Input,
  orders: (args: z.output<Input>) => readonly RequestedOrder[],
): HostedTool =>
  tool({
    ...orderRequestTool,
    name: `place_${word}_instruction`,
    title: `Ask for an order: ${product}`,
    description: `Asks the user for an order of ${product}. ${WAITS}`,
    input,
    run: (args, call) => requestPlacement(call, args, orders(args)),
  })

const PLACE_TOOLS: readonly HostedTool[] = [
  placeTool('stock', 'a stock or an ETF', stockInput, (args) => [stockOrder(args)]),
  placeTool('option_single', 'one option', optionInput, (args) => [optionOrder(args)]),
  placeTool('option_strategy', 'a combination of options', strategyInput, (args) =>
    args.side === undefined
      ? [strategyOrder(args, 'BUY'), strategyOrder(args, 'SELL')]
      : [strategyOrder(args, args.side)],
  ),
  placeTool('futures', 'futures', futuresInput, (args) => [futuresOrder(args)]),
  placeTool('crypto', 'a coin', cryptoInput, (args) => [cryptoOrder(args)]),
  placeTool('algo', 'a stock, worked by an algorithm', algoInput, (args) => [algoOrder(args)]),
  placeTool('event', 'an event contract', eventInput, (args) => [eventOrder(args)]),
]

const NO_ORDER = refuse('ORDER_NOT_FOUND', 'This account has no such working order.')

const replaceTool = (word: keyof typeof replaceInputs): HostedTool =>
  tool({
    ...orderRequestTool,
    name: `replace_${word}_instruction`,
    title: `Ask to change an order: ${word}`,
    description: `Asks the user to change a working order. ${WAITS}`,
    input: replaceInputs[word],
    run: ({ account_id: account, reason, ...order }, call) => {
      if (!chosen(call, account)) return NOT_CHOSEN
      if (Object.values(order).filter((value) => value !== undefined).length < 2) {
        return refuse('INVALID_PARAMETER', 'Say what is to change.')
      }
      return isWorking(call, account, order.client_order_id)
        ? submitInstruction(call, { accountId: account, reason, ask: { kind: 'replace', order } })
        : NO_ORDER
    },
  })

const replaceStockTool = tool({
  ...orderRequestTool,
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
    const [order, ...furtherChanges] = changes
    if (
      order === undefined ||
      changes.some(({ client_order_id: _name, ...change }) => !says(change))
    ) {
      return refuse('INVALID_PARAMETER', 'Say what is to change.')
    }
    if (!changes.every((change) => isWorking(call, account, change.client_order_id))) {
      return NO_ORDER
    }
    return submitInstruction(call, {
      accountId: account,
      reason,
      ask: {
        kind: 'replace',
        order,
        ...(furtherChanges.length === 0 ? {} : { others: furtherChanges }),
      },
    })
  },
})

const cancelTool = tool({
  ...orderRequestTool,
  name: 'cancel_order_instruction',
  title: 'Ask to cancel an order',
  description: `Asks the user to cancel a working order. ${WAITS}`,
  input: z.object({ ...requestFields, client_order_id: z.string().min(1) }),
  run: ({ account_id: account, client_order_id: id, reason }, call) => {
    if (!chosen(call, account)) return NOT_CHOSEN
    return isWorking(call, account, id)
      ? submitInstruction(call, {
          accountId: account,
          reason,
          ask: { kind: 'cancel', client_order_id: id },
        })
      : NO_ORDER
  },
})

const zList = z.object({ instructions: z.array(zInstructionView) })

const listTool = (name: string, title: string, description: string, pending: boolean): HostedTool =>
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
        .listFor(grant.userId, grant.clientId)
        .filter(
          (instruction) =>
            (instruction.status === 'PENDING') === pending &&
            (id === undefined || instruction.id === id) &&
            grant.accounts.includes(instruction.accountId),
        )
      return ok({ instructions: fitting.slice(-limit).reverse().map(viewOf) })
    },
  })

const withdrawTool = tool({
  name: 'revoke_instruction',
  title: 'Withdraw an instruction',
  description: 'Withdraws an instruction that still waits.',
  scope: 'order:write',
  effect: 'revoke',
  output: zInstructionReply,
  input: z.object({ instruction_id: z.string().min(1) }),
  run: async (
    { instruction_id: id },
    { instructions, services, bearer: { grant }, confirmLink },
  ) => {
    const result = instructions.revoke(grant.userId, grant.clientId, id)
    if (!result.ok) return instructionRefusal(result.error)
    await services.persist()
    return ok({
      ...answerOf(result.value, confirmLink(id)),
      message: 'Withdrawn. Nothing was sent.',
    })
  },
})

/** The instruction tools (MCP-1): orders are requested, never placed. */
export const INSTRUCTION_TOOLS: readonly HostedTool[] = [
  ...PLACE_TOOLS,
  replaceStockTool,
  ...(['option', 'futures', 'event'] as const).map(replaceTool),
  cancelTool,
  listTool(
    'get_pending_instruction',
    'Waiting instructions',
    'The instructions of this client that wait for the user.',
    true,
  ),
  listTool(
    'get_processed_instruction',
    'Decided instructions',
    'What became of instructions: APPROVED (the order was sent), REJECTED or EXPIRED.',
    false,
  ),
  withdrawTool,
]
