import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ToolIdentity } from '../../../shared/domain/instructions/toolset.js'
import { checkToolAccess, type ConnectionContext } from './tool-access.js'
import { getAccountBalance, getAccountList, getAccountPositions } from '../tools/accounts.js'
import { getPendingInstruction, getProcessedInstruction } from '../tools/instructions.js'
import { getStockBars, getStockSnapshot } from '../tools/market.js'
import { getOpenOrders, getOrderDetail } from '../tools/orders.js'
import { placeStockInstruction } from '../tools/place-stock.js'
import { getPolicy } from '../tools/policy.js'
import { previewStockOrder } from '../tools/preview.js'

const zSymbol = z
  .string()
  .min(1)
  .max(48)
  .regex(/^[\w.:/-]+$/)
  .describe('Symbol, for example AAPL')
const zNumber = z
  .string()
  .max(32)
  .regex(/^\d{1,15}(\.\d{1,10})?$/)
const zAccount = z
  .string()
  .max(64)
  .regex(/^[\w.:/-]*$/)
  .describe('account_id; the first account where absent')
  .optional()
const inAccount = (account: string | undefined): string =>
  account === undefined || account === ''
    ? 'Use get_account_list to find the account; ask me when there are several.'
    : `The account_id is ${account}.`

/**
 * A prompt for a common job. `tools` are those that its text uses; without all of them it is not
 * listed.
 */
interface PromptSpec<Args extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly tools: readonly ToolIdentity[]
  readonly args: Args
  text(args: z.output<Args>): string
}

export interface Prompt {
  readonly name: string
  readonly tools: readonly ToolIdentity[]
  register(server: McpServer, side: ConnectionContext): void
}

const prompt = <Args extends z.ZodObject>({
  name,
  title,
  description,
  tools,
  args,
  text,
}: PromptSpec<Args>): Prompt => ({
  name,
  tools,
  register(server, side) {
    const answer = async (given: unknown): Promise<GetPromptResult> => {
      await checkToolAccess(side, tools)
      return {
        messages: [{ role: 'user', content: { type: 'text', text: text(args.parse(given)) } }],
      }
    }
    const argsSchema: z.ZodObject = args
    // A prompt without parameters has no arguments; an empty list would be different.
    if (Object.keys(args.shape).length === 0) {
      server.registerPrompt(name, { title, description }, () => answer({}))
    } else server.registerPrompt(name, { title, description, argsSchema }, answer)
  },
})

/**
 * The prompts. Arguments are bounded words and numbers, so that the text equals what a person would
 * have typed.
 */
export const PROMPTS: readonly Prompt[] = [
  prompt({
    name: 'review_portfolio',
    title: 'Review my portfolio',
    description: 'Positions, profit, concentration and working orders.',
    args: z.object({ account_id: zAccount }),
    tools: [
      getAccountList,
      getAccountBalance,
      getAccountPositions,
      getOpenOrders,
      getStockSnapshot,
    ],
    text: ({ account_id }) =>
      `Review my portfolio. ${inAccount(account_id)} Read the balance, the positions and the working orders, and get a snapshot of what I hold. Tell me what stands out: the largest positions as a share of the whole, today's profit and loss, positions without a protecting stop, and quotes that are old. Do not request any order.`,
  }),
  prompt({
    name: 'prepare_limit_order',
    title: 'Prepare a limit order',
    description:
      'Reads the market, estimates the cost, then requests a limit order, which is pending until you decide.',
    args: z.object({
      symbol: zSymbol,
      side: z.enum(['BUY', 'SELL']),
      quantity: zNumber,
      limit_price: zNumber.optional(),
      account_id: zAccount,
    }),
    tools: [getAccountList, getPolicy, getStockSnapshot, previewStockOrder, placeStockInstruction],
    text: ({ symbol, side, quantity, limit_price, account_id }) =>
      `Prepare a limit order: ${side} ${quantity} ${symbol}${limit_price === undefined ? '; propose a limit price from the present bid and ask and ask me before you go on' : ` at ${limit_price}`}. ${inAccount(account_id)} Read get_policy and get_stock_snapshot, show me preview_stock_order, then call place_stock_instruction and show me its message. It is sent only after my decision.`,
  }),
  prompt({
    name: 'protect_position',
    title: 'Protect a position with a stop',
    description: 'Requests a stop order for what you hold.',
    args: z.object({ symbol: zSymbol, stop_price: zNumber.optional(), account_id: zAccount }),
    tools: [
      getAccountList,
      getAccountPositions,
      getOpenOrders,
      getStockBars,
      placeStockInstruction,
    ],
    text: ({ symbol, stop_price, account_id }) =>
      `Protect my position in ${symbol} with a stop${stop_price === undefined ? '; propose a stop price from the recent bars and ask me before you go on' : ` at ${stop_price}`}. ${inAccount(account_id)} Read the position and the working orders first: the stop must not be for more than I hold, nor come on top of one that works already. Then call place_stock_instruction with order_type STOP_LOSS and time_in_force GTC on the closing side, and show me its message.`,
  }),
  prompt({
    name: 'close_position',
    title: 'Close a position',
    description: 'Requests the order that closes what you hold.',
    args: z.object({ symbol: zSymbol, account_id: zAccount }),
    tools: [
      getAccountList,
      getAccountPositions,
      getOpenOrders,
      getStockSnapshot,
      placeStockInstruction,
    ],
    text: ({ symbol, account_id }) =>
      `Close my position in ${symbol}. ${inAccount(account_id)} Read the position, the working orders in ${symbol} and a snapshot. Name working orders that would be left over and ask me whether they should go too. Propose a limit price, and after I agree call place_stock_instruction for exactly what I hold, on the closing side, and show me its message.`,
  }),
  prompt({
    name: 'what_is_waiting',
    title: 'Pending instructions',
    description: 'Instructions that need your decision, and the outcomes of the latest ones.',
    args: z.object({}),
    tools: [getPendingInstruction, getProcessedInstruction, getOrderDetail],
    text: () =>
      'What needs my decision? Read get_pending_instruction and get_processed_instruction. List what is pending and until when, then what was decided and with which outcome. Where an outcome is UNKNOWN say so plainly and read get_order_detail. Request nothing new.',
  }),
]
