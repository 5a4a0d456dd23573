import { RUNTIME_LICENCES, type AppInfo } from '../domain/app/app-info.js'
import { returns, type Nothing, op, type ContractEntry, type Returned } from './entry.js'
import { zPreferencesChange, type Preferences } from '../domain/app/preferences.js'
import type { SessionView } from '../domain/session/session-view.js'
import type { AnyInstrument } from '../domain/instruments/any-instrument.js'
import type { ListedSteps } from '../domain/instruments/price-steps.js'
import type { Bar } from '../domain/market/bar.js'
import type {
  OrderFault,
  OrderHistoryPage,
  OrderPreview,
  TradeOutcome,
} from '../domain/orders/trade-outcome.js'
import type { ComboReply, OrderReply } from '../domain/orders/price-question.js'
import type { OrderReminder } from '../domain/reference/order-reminder.js'
import { z } from 'zod'
import { zAccountId, zClientOrderId, zSymbol, zTime, zTimespan } from '../domain/scalars.schema.js'
import { OrderChange, ComboDraft, OrderDraft } from '../domain/orders/order.js'
import { MAX_BASKET, MAX_CANCELS } from '../domain/orders/batch-size.js'
import { instructionContract } from './instruction-contract.js'
import { institutionContract } from './institution-contract.js'
import { practiceContract } from './practice-contract.js'
import { desktopContract } from './desktop-contract.js'
import { productContract } from './product-contract.js'
import { alertsContract } from './alerts-contract.js'
import { drawingsContract } from './drawings-contract.js'
import { assistantChangesContract } from './assistant-changes.js'
import { factsContract } from './facts-contract.js'
import { profileContract } from './profile-contract.js'
import { recordContract } from './records/record-contract.js'
import { workspaceContract } from './workspaces/workspace-contract.js'

/** The most symbols whose price steps are read at once. */
const MAX_STEP_SYMBOLS = 200
/**
 * Pages that may be opened in the system browser; the page sends a name, main holds the address.
 */
export const LINKS = [
  'charts-attribution',
  'download-page',
  'broker-site',
  'broker-key-guide',
  'broker-connect-guide',
] as const
export type LinkName = (typeof LINKS)[number]

const nothing = z.strictObject({})
const main = ['main'] as const

/** The id of the question that a person answered before this call; absent for the first call. */
const zConfirmation = z.string().min(8).max(64).optional()
/** `ticket` is the id of the click. */
const zSubmission = z.strictObject({
  ticket: z.string().min(8).max(64),
  draft: OrderDraft,
  confirmation: zConfirmation,
})
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
  'app.info': op({ in: nothing, out: returns<AppInfo>(), surfaces: main, effect: 'read' }),
  'app.open-link': op({
    in: z.strictObject({ link: z.enum(LINKS) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Opens the licenses of the runtime, which are files beside the program; false without them. */
  'app.open-runtime-licences': op({
    in: z.strictObject({ part: z.enum(RUNTIME_LICENCES) }),
    out: returns<{ readonly opened: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Opens a page that the broker names: of a publication, or an agreement on its own hosts. False
   * when the host is not allowed.
   */
  'app.open-address': op({
    in: z.strictObject({ address: z.string().min(1).max(4_000) }),
    out: returns<{ readonly opened: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  'app.copy-text': op({
    in: z.strictObject({ text: z.string().max(100_000) }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Adds a part of a table as CSV for `app.save-table`; the first part drops an older table. */
  'app.table-part': op({
    in: z.strictObject({ csv: z.string().max(400_000), first: z.boolean() }),
    out: returns<Nothing>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Requests a file name and saves the table that was sent; false when the person canceled. */
  'app.save-table': op({
    in: z.strictObject({ table: z.string().regex(/^[a-z-]{1,20}$/) }),
    out: returns<{ readonly saved: boolean }>(),
    surfaces: main,
    effect: 'session',
  }),
  /** Writes an uncaught error of a window to the log. */
  'app.report': op({
    in: z.strictObject({ message: z.string().max(2_000), where: z.string().max(200) }),
    out: returns<Nothing>(),
    surfaces: ['main', 'confirm'],
    effect: 'session',
  }),

  'preferences.get': op({
    in: nothing,
    out: returns<Preferences>(),
    surfaces: main,
    effect: 'read',
  }),
  'preferences.set': op({
    in: zPreferencesChange,
    out: returns<Preferences>(),
    surfaces: main,
    effect: 'authority',
  }),

  'session.get': op({ in: nothing, out: returns<SessionView>(), surfaces: main, effect: 'read' }),
  'session.sign-in': op({
    in: nothing,
    out: returns<SessionView>(),
    surfaces: main,
    effect: 'session',
  }),
  'session.select-account': op({
    in: z.strictObject({ accountId: zAccountId }),
    out: returns<SessionView>(),
    surfaces: main,
    effect: 'session',
  }),
  /**
   * Halts or resumes trading. A halt stops new orders and replaces, survives a restart, and leaves
   * working orders unchanged; cancels always pass.
   */
  'session.set-trading': op({
    in: z.strictObject({ state: z.enum(['active', 'halted']), why: z.string().min(1).max(200) }),
    out: returns<SessionView>(),
    surfaces: main,
    effect: 'authority',
  }),
  'session.dismiss-notice': op({
    in: z.strictObject({ id: z.string().max(80) }),
    out: returns<SessionView>(),
    surfaces: main,
    effect: 'session',
  }),

  /** Returns the instrument of any product; null when the broker does not list the symbol. */
  'instruments.describe': op({
    in: z.strictObject({ symbol: zSymbol }),
    out: returns<AnyInstrument | null>(),
    surfaces: main,
    effect: 'read',
  }),

  /**
   * Returns the price steps of these symbols, with which their prices are written; those that the
   * broker does not list, or publishes no steps of, are missing.
   */
  'instruments.price-steps': op({
    in: z.strictObject({ symbols: z.array(zSymbol).min(1).max(MAX_STEP_SYMBOLS) }),
    out: returns<readonly ListedSteps[]>(),
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
    out: returns<{ readonly bars: readonly Bar[]; readonly more: boolean }>(),
    surfaces: main,
    effect: 'read',
  }),

  'orders.preview': op({
    in: z.strictObject({ draft: OrderDraft }),
    out: returns<OrderPreview>(),
    surfaces: main,
    effect: 'read',
  }),
  /** Why limits would refuse an order now; the same check runs again when it is sent. */
  'orders.check': op({
    in: z.strictObject({ draft: OrderDraft, combo: ComboDraft.nullable() }),
    out: returns<readonly OrderFault[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The reminders about an order of the selected account. */
  'orders.reminders': op({
    in: z.strictObject({ draft: OrderDraft }),
    out: returns<readonly OrderReminder[]>(),
    surfaces: main,
    effect: 'read',
  }),
  /**
   * `ticket` is the id of the click: the same ticket never sends twice, whatever the page does. The
   * answer may be a question about a price that is not current: nothing was sent then, and the same
   * call with `confirmation`, after a further press, sends it.
   */
  'orders.submit': op({
    in: zSubmission,
    out: returns<OrderReply>(),
    surfaces: main,
    effect: 'trade',
  }),
  /** Linked orders in one request, all or none; `ticket` as for `orders.submit`. */
  'orders.submit-combo': op({
    in: z.strictObject({
      ticket: z.string().min(8).max(60),
      combo: ComboDraft,
      confirmation: zConfirmation,
    }),
    out: returns<ComboReply>(),
    surfaces: main,
    effect: 'trade',
  }),
  /**
   * The outcome of a ticket, for a page that lost its reply: null when nothing was sent under it.
   * Sends nothing. An order of a combination has the ticket of the combination, `#` and its number.
   */
  'orders.outcome': op({
    in: z.strictObject({ ticket: z.string().min(8).max(64) }),
    out: returns<TradeOutcome | null>(),
    surfaces: main,
    effect: 'read',
  }),
  /** The answer may be a question, as for `orders.submit`. */
  'orders.replace': op({
    in: z.strictObject({
      accountId: zAccountId,
      clientOrderId: zClientOrderId,
      change: OrderChange,
      confirmation: zConfirmation,
    }),
    out: returns<OrderReply>(),
    surfaces: main,
    effect: 'trade',
  }),
  'orders.cancel': op({
    in: zOrderName,
    out: returns<TradeOutcome>(),
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
    out: returns<Nothing>(),
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
    out: returns<OrderHistoryPage>(),
    surfaces: main,
    effect: 'read',
  }),
} as const satisfies Record<string, ContractEntry>

export type Contract = typeof contract
export type OpName = keyof Contract
export type InputOf<K extends OpName> = z.input<Contract[K]['in']>
export type ParsedInputOf<K extends OpName> = z.output<Contract[K]['in']>
export type OutputOf<K extends OpName> =
  Contract[K]['out'] extends Returned<infer Out> ? Out : never
