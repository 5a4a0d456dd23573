import type { GetPromptResult, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { ToolIdentity } from '../../../shared/domain/instructions/toolset.js'
import { checkToolAccess, type ConnectionContext } from './tool-access.js'
import { getAccountBalance, getAccountList, getAccountPositions } from '../tools/accounts.js'
import { getPendingInstruction, getProcessedInstruction } from '../tools/instructions.js'
import { getStockBars, getStockSnapshot } from '../tools/market.js'
import { getOpenOrders, getOrderDetail } from '../tools/orders.js'
import { cancelAll, closePosition, protectPosition, rebalance, rollOption } from '../tools/jobs.js'
import { getOptionChain } from '../tools/option-chain.js'
import { placeBracketInstruction } from '../tools/place/place-bracket.js'
import { placeStockInstruction } from '../tools/place/place-stock.js'
import { getPolicy } from '../tools/policy.js'
import { getClock } from '../tools/clock.js'
import { WHEN_THEN } from '../tools/when-then.js'
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
    name: 'enter_with_bracket',
    title: 'Buy with a stop and a target',
    description: 'Requests an entry with its exits as one card.',
    args: z.object({
      symbol: zSymbol,
      quantity: zNumber,
      stop_price: zNumber.optional(),
      target_price: zNumber.optional(),
      account_id: zAccount,
    }),
    tools: [getAccountList, getStockSnapshot, getStockBars, placeBracketInstruction],
    text: ({ symbol, quantity, stop_price, target_price, account_id }) =>
      `Prepare to buy ${quantity} ${symbol} with exits${stop_price === undefined ? '; propose a stop below the market from the recent bars and ask me' : `, stop at ${stop_price}`}${target_price === undefined ? '' : `, target at ${target_price}`}. ${inAccount(account_id)} Read the snapshot and the bars, say what the exits would lose and bring, then call place_bracket_instruction and show me its message.`,
  }),
  prompt({
    name: 'protect_position',
    title: 'Protect a position with a stop',
    description: 'Requests a stop, a target, or both for what you hold.',
    args: z.object({
      symbol: zSymbol,
      stop_price: zNumber.optional(),
      target_price: zNumber.optional(),
      account_id: zAccount,
    }),
    tools: [getAccountList, getAccountPositions, getOpenOrders, getStockBars, protectPosition],
    text: ({ symbol, stop_price, target_price, account_id }) =>
      `Protect my position in ${symbol}${stop_price === undefined ? '; propose a stop price from the recent bars and ask me before you go on' : ` with a stop at ${stop_price}`}${target_price === undefined ? '' : `, and a target at ${target_price}`}. ${inAccount(account_id)} Read the position and the working orders first: a stop must not come on top of one that works already. Then call protect_position_instruction and show me its message.`,
  }),
  prompt({
    name: 'close_position',
    title: 'Close a position',
    description: 'Requests the order that closes what you hold, or a part.',
    args: z.object({ symbol: zSymbol, quantity: zNumber.optional(), account_id: zAccount }),
    tools: [getAccountList, getAccountPositions, getOpenOrders, closePosition],
    text: ({ symbol, quantity, account_id }) =>
      `Close ${quantity === undefined ? 'my position' : `${quantity} of my position`} in ${symbol}. ${inAccount(account_id)} Read the position and the working orders in ${symbol}; name orders that would be left over and ask me whether they should go first. Then call close_position_instruction and show me its message.`,
  }),
  prompt({
    name: 'roll_option',
    title: 'Roll an option',
    description: 'Requests one order that moves an option to another expiration or strike.',
    args: z.object({
      contract: zSymbol,
      expiration: zSymbol.optional(),
      account_id: zAccount,
    }),
    tools: [getAccountList, getAccountPositions, getOptionChain, rollOption],
    text: ({ contract, expiration, account_id }) =>
      `Roll my option ${contract}${expiration === undefined ? ' to the next expiration' : ` to ${expiration}`}. ${inAccount(account_id)} Read the position and get_option_chain for the new expiration, say what the roll costs or brings and how the greeks change, then call roll_option_instruction and show me its message.`,
  }),
  prompt({
    name: 'rebalance',
    title: 'Rebalance to weights',
    description: 'Requests the orders that bring stocks to the weights that you name.',
    args: z.object({
      weights: z
        .string()
        .max(200)
        .regex(/^[\w.:/-]+ \d{1,3}(\.\d{1,2})?%?(, ?[\w.:/-]+ \d{1,3}(\.\d{1,2})?%?)*$/)
        .describe('For example AAPL 20%, MSFT 15%'),
      account_id: zAccount,
    }),
    tools: [getAccountList, getAccountBalance, getAccountPositions, rebalance],
    text: ({ weights, account_id }) =>
      `Rebalance my account to ${weights} of its equity. ${inAccount(account_id)} Read the balance and the positions, tell me what would be sold and bought, and after I agree call rebalance_instruction. Show me its plan, before and after, and its messages.`,
  }),
  prompt({
    name: 'cancel_orders',
    title: 'Cancel all orders',
    description: 'Requests to cancel what works, or the orders of one symbol, as one card.',
    args: z.object({ symbol: zSymbol.optional(), account_id: zAccount }),
    tools: [getAccountList, getOpenOrders, cancelAll],
    text: ({ symbol, account_id }) =>
      `Cancel my working orders${symbol === undefined ? '' : ` in ${symbol}`}. ${inAccount(account_id)} Read the working orders first and name those that protect a position, because it would be without protection. After I agree call cancel_all_instruction and show me its messages; call it again while it says that orders are left.`,
  }),
  prompt({
    name: 'order_when',
    title: 'An order when a price is reached',
    description: 'Lets a request wait for a price; it wakes as a card for your decision.',
    args: z.object({
      symbol: zSymbol,
      when: z.enum(['above', 'below', 'crosses']),
      price: zNumber,
      side: z.enum(['BUY', 'SELL']),
      quantity: zNumber,
      account_id: zAccount,
    }),
    tools: [getAccountList, getClock, getStockSnapshot, WHEN_THEN, placeStockInstruction],
    text: ({ symbol, when, price, side, quantity, account_id }) =>
      `When ${symbol} is ${when} ${price}: ${side} ${quantity} ${symbol}. ${inAccount(account_id)} Read get_clock and get_stock_snapshot, say how far the price is from there, propose the terms of the order and until when it waits, and ask me. Then call when_then_instruction with place_stock_instruction and show me what it waits for. Nothing is sent when it wakes: I decide then.`,
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
