import { z } from 'zod'
import { zAccountId, zClientOrderId, zMoney, zSymbol, zTime } from '../domain/scalars.schema.js'
import {
  zBar,
  zFill,
  zOrder,
  zOrderChange,
  zComboDraft,
  zOrderDraft,
  zTimespan,
  zOrderFault,
  zOrderReminder,
} from './schemas.js'
import type {
  OrderHistoryPage,
  OrderPreview,
  ComboOutcome,
  TradeOutcome,
} from '../domain/orders/trade-outcome.js'
import { MAX_BASKET, MAX_CANCELS } from '../domain/orders/batches/batch-size.js'
import { MAX_STEP_SYMBOLS, zAnyInstrument, zListedSteps } from './instruments.js'
import { mirror } from './mirror.js'
import { op, type Entry } from './entry.js'
import { instructionContract } from './instruction-contract.js'
import { institutionContract } from './institution/institution-contract.js'
import { practiceContract } from './practice/practice-contract.js'
import { desktopContract } from './desktop/desktop-contract.js'
import { productContract } from './product-contract.js'
import { alertsContract } from './alerts/alerts-contract.js'
import { assistantChangesContract } from './assistants/assistant-changes.js'
import { drawingsContract } from './drawings/drawings-contract.js'
import { factsContract } from './facts/facts-contract.js'
import { profileContract } from './profile-contract.js'
import { recordContract } from './records/record-contract.js'
import { workspaceContract } from './workspaces/workspace-contract.js'
import { LINKS, zAppInfo, zPreferences, zPreferencesChange, zSessionView } from './views.js'
import { REMINDER_KINDS } from '../domain/reference/order-reminder.js'
import { zMessage } from './message.js'

const nothing = z.strictObject({})
const main = ['main'] as const

/** The outcome of a submission. It is a value, never an exception. */
export const zTradeOutcome = mirror<TradeOutcome>()(
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.literal('acknowledged'), order: zOrder }),
    /** The provider refused: nothing was placed or changed. */
    z.strictObject({
      outcome: z.literal('rejected'),
      order: zOrder.nullable(),
      code: z.string().max(120),
      reason: zMessage,
    }),
    /** Countersign refused: nothing was sent. */
    z.strictObject({ outcome: z.literal('denied'), reasons: z.array(zMessage) }),
    /** It may or may not have happened; Countersign is checking. */
    z.strictObject({ outcome: z.literal('unknown'), order: zOrder }),
  ]),
)

/** The outcome of linked orders, which the provider accepts or refuses together. */
const zComboOutcome = mirror<ComboOutcome>()(
  z.discriminatedUnion('outcome', [
    z.strictObject({ outcome: z.enum(['acknowledged', 'unknown']), orders: z.array(zOrder) }),
    z.strictObject({
      outcome: z.literal('rejected'),
      orders: z.array(zOrder),
      code: z.string().max(120),
      reason: zMessage,
    }),
    z.strictObject({ outcome: z.literal('denied'), reasons: z.array(zMessage) }),
  ]),
)

const zOrderPreview = mirror<OrderPreview>()(
  z.strictObject({
    cost: zMoney,
    fees: zMoney,
    currency: z.string().max(8),
    asOf: zTime,
    source: z.enum(['provider', 'countersign']),
  }),
)
const zOrderHistoryPage = mirror<OrderHistoryPage>()(
  z.strictObject({
    orders: z.array(zOrder).max(500),
    fills: z.array(zFill).max(2_000),
    cursor: z.string().max(4_000).nullable(),
  }),
)

/** `ticket` is the id of the click. */
const zSubmission = z.strictObject({ ticket: z.string().min(8).max(64), draft: zOrderDraft })
const zOrderName = z.strictObject({ accountId: zAccountId, clientOrderId: zClientOrderId })

/**
 * Every operation that a window may call in main. To add one: an entry here, a function in
 * `electron/handlers`, a caller.
 */
export const contract = {
  ...profileContract,
  ...instructionContract,
  ...productContract,
  ...factsContract,
  ...alertsContract,
  ...assistantChangesContract,
  ...drawingsContract,
  ...practiceContract,
  ...recordContract,
  ...desktopContract,
  ...institutionContract,
  ...workspaceContract,
  'app.info': op({ in: nothing, out: zAppInfo, surfaces: main, effect: 'read' }),
  'app.open-link': op({
    in: z.strictObject({ link: z.enum(LINKS) }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  /** Opens a page of a publication that the broker names; false when its host is not allowed. */
  'app.open-address': op({
    in: z.strictObject({ address: z.string().min(1).max(4_000) }),
    out: z.strictObject({ opened: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  'app.copy-text': op({
    in: z.strictObject({ text: z.string().max(100_000) }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  /** Adds a part of a table as CSV for `app.save-table`; the first part drops an older table. */
  'app.table-part': op({
    in: z.strictObject({ csv: z.string().max(400_000), first: z.boolean() }),
    out: nothing,
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and saves the table that was sent; false when the person canceled. */
  'app.save-table': op({
    in: z.strictObject({ table: z.string().regex(/^[a-z-]{1,20}$/) }),
    out: z.strictObject({ saved: z.boolean() }),
    surfaces: main,
    effect: 'session',
  }),
  /** Writes an uncaught error of a window to the log. */
  'app.report': op({
    in: z.strictObject({ message: z.string().max(2_000), where: z.string().max(200) }),
    out: nothing,
    surfaces: ['main', 'confirm'],
    effect: 'session',
  }),

  'preferences.get': op({ in: nothing, out: zPreferences, surfaces: main, effect: 'read' }),
  'preferences.set': op({
    in: zPreferencesChange,
    out: zPreferences,
    surfaces: main,
    effect: 'authority',
  }),

  'session.get': op({ in: nothing, out: zSessionView, surfaces: main, effect: 'read' }),
  'session.sign-in': op({ in: nothing, out: zSessionView, surfaces: main, effect: 'session' }),
  'session.select-account': op({
    in: z.strictObject({ accountId: zAccountId }),
    out: zSessionView,
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Halts or resumes trading. A halt stops new orders and replaces, survives a restart, and leaves
   * working orders unchanged; cancels always pass.
   */
  'session.set-trading': op({
    in: z.strictObject({ state: z.enum(['active', 'halted']), why: z.string().min(1).max(200) }),
    out: zSessionView,
    surfaces: main,
    effect: 'authority',
  }),
  'session.dismiss-notice': op({
    in: z.strictObject({ id: z.string().max(80) }),
    out: zSessionView,
    surfaces: main,
    effect: 'session',
  }),

  /** Returns the instrument of any product; null when the broker does not list the symbol. */
  'instruments.describe': op({
    in: z.strictObject({ symbol: zSymbol }),
    out: zAnyInstrument.nullable(),
    surfaces: main,
    effect: 'read',
  }),

  /**
   * Returns the price steps of these symbols, with which their prices are written; those that the
   * broker does not list, or publishes no steps of, are missing.
   */
  'instruments.price-steps': op({
    in: z.strictObject({ symbols: z.array(zSymbol).min(1).max(MAX_STEP_SYMBOLS) }),
    out: z.array(zListedSteps).max(MAX_STEP_SYMBOLS),
    surfaces: main,
    effect: 'read',
  }),

  /**
   * Returns a page of bars that ends before `before` (or with the newest completed and running
   * bar), oldest first.
   */
  'market.bars': op({
    in: z.strictObject({
      symbol: zSymbol,
      timespan: zTimespan,
      before: zTime.nullable(),
      count: z.number().int().min(1).max(1_200),
    }),
    out: z.strictObject({ bars: z.array(zBar).max(1_650), more: z.boolean() }),
    surfaces: main,
    effect: 'read',
  }),

  'orders.preview': op({
    in: z.strictObject({ draft: zOrderDraft }),
    out: zOrderPreview,
    surfaces: main,
    effect: 'read',
  }),
  /** Why limits would refuse an order now; the same check runs again when it is sent. */
  'orders.check': op({
    in: z.strictObject({ draft: zOrderDraft, combo: zComboDraft.nullable() }),
    out: z.array(zOrderFault).max(50),
    surfaces: main,
    effect: 'read',
  }),
  /** The reminders about an order of the selected account. */
  'orders.reminders': op({
    in: z.strictObject({ draft: zOrderDraft }),
    out: z.array(zOrderReminder).max(REMINDER_KINDS.length),
    surfaces: main,
    effect: 'read',
  }),
  /** `ticket` is the id of the click: the same ticket never sends twice, whatever the page does. */
  'orders.submit': op({
    in: zSubmission,
    out: zTradeOutcome,
    surfaces: main,
    effect: 'trade',
  }),
  /** Linked orders in one request, all or none; `ticket` as for `orders.submit`. */
  'orders.submit-combo': op({
    in: z.strictObject({ ticket: z.string().min(8).max(60), combo: zComboDraft }),
    out: zComboOutcome,
    surfaces: main,
    effect: 'trade',
  }),
  /**
   * The outcome of a ticket, for a page that lost its reply: null when nothing was sent under it.
   * Sends nothing. An order of a combination has the ticket of the combination, `#` and its number.
   */
  'orders.outcome': op({
    in: z.strictObject({ ticket: z.string().min(8).max(64) }),
    out: zTradeOutcome.nullable(),
    surfaces: main,
    effect: 'read',
  }),
  'orders.replace': op({
    in: z.strictObject({
      accountId: zAccountId,
      clientOrderId: zClientOrderId,
      change: zOrderChange,
    }),
    out: zTradeOutcome,
    surfaces: main,
    effect: 'trade',
  }),
  'orders.cancel': op({
    in: zOrderName,
    out: zTradeOutcome,
    surfaces: main,
    effect: 'trade',
  }),
  /**
   * Names all calls that one press is for, before the first of them: a basket, or several orders to
   * cancel. Each may then be called once, with exactly this input (SEC-28). Sends nothing.
   */
  'trading.batch': op({
    in: z.discriminatedUnion('op', [
      z.strictObject({
        op: z.literal('orders.submit'),
        inputs: z.array(zSubmission).min(1).max(MAX_BASKET),
      }),
      z.strictObject({
        op: z.literal('orders.cancel'),
        inputs: z.array(zOrderName).min(1).max(MAX_CANCELS),
      }),
    ]),
    out: nothing,
    surfaces: main,
    effect: 'trade',
  }),
  'orders.history': op({
    in: z.strictObject({
      accountId: zAccountId,
      from: zTime.nullable(),
      to: zTime.nullable(),
      cursor: z.string().max(4_000).nullable(),
    }),
    out: zOrderHistoryPage,
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, Entry>

export type Contract = typeof contract
export type OpName = keyof Contract
export type InputOf<K extends OpName> = z.input<Contract[K]['in']>
export type ParsedInputOf<K extends OpName> = z.output<Contract[K]['in']>
export type OutputOf<K extends OpName> = z.output<Contract[K]['out']>
