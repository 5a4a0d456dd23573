import { z } from 'zod'
import { zAccountId, zSymbol, zTimespan } from '../domain/scalars.schema.js'
import type { AccountOverview, Balance, Position } from '../domain/account/account.js'
import type { JournalState } from '../domain/account/journal.js'
import type { RealizedDay } from '../domain/account/realized-day.js'
import type { AlertsView } from '../domain/alerts/alert.schema.js'
import type { AppStateView } from '../domain/app/app-state.js'
import type { UpdateView } from '../domain/app/update-view.js'
import type { WindowsView } from '../domain/app/workspaces/windows-view.js'
import type { DrawingsView } from '../domain/drawings/drawings-view.js'
import type { ConsoleEvents } from '../domain/institution/institution-view.js'
import type { AssistantsView } from '../domain/instructions/assistants-view.js'
import type { ConfirmView } from '../domain/instructions/card.js'
import type { InstructionRow } from '../domain/instructions/instruction-row.js'
import type { AssistantChangesView } from '../domain/instructions/window-change.js'
import type { GamePlaysView, GamesView } from '../domain/instruments/event-game.js'
import type { Bar } from '../domain/market/bar.js'
import { type MarketRead, MARKET_READS } from '../domain/market/market-read.js'
import type { Depth, Quote, Tick } from '../domain/market/quote.js'
import type { DayLine, SymbolDetails } from '../domain/market/symbol-details.js'
import type { Fill, Order } from '../domain/orders/order.js'
import type { CalendarView } from '../domain/reference/calendar.js'
import type { RankingView, SectorsView } from '../domain/reference/screener.js'
import type { WatchlistsView } from '../domain/reference/watchlist-book.js'
import type { HealthView } from '../domain/session/health.js'
import type { SessionView } from '../domain/session/session-view.js'
import type { SignInView } from '../domain/session/sign-in.js'
import type { Surface } from './entry.js'
import { zNamedInstrument } from './records/journal.js'
import { RankingQuery, SectorsQuery } from '../domain/reference/screener.schema.js'
import { zProfileId } from '../domain/app/profile.schema.js'

/** The provider's id of a game. */
const zMilestone = z.string().min(1).max(80)

/**
 * The topics that a window can subscribe to. `quotes`, `details` and `day-lines` cover several
 * symbols; `depth`, `ticks`, `market-read` and `bar` one each.
 */
export const zTopic = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('app') }),
  z.strictObject({ kind: z.literal('windows') }),
  z.strictObject({ kind: z.literal('updates') }),
  z.strictObject({ kind: z.literal('sign-in') }),
  z.strictObject({ kind: z.literal('session') }),
  z.strictObject({ kind: z.literal('health') }),
  z.strictObject({ kind: z.literal('orders') }),
  z.strictObject({ kind: z.literal('fills') }),
  z.strictObject({ kind: z.literal('positions') }),
  z.strictObject({ kind: z.literal('realized') }),
  z.strictObject({ kind: z.literal('balance') }),
  z.strictObject({ kind: z.literal('accounts') }),
  z.strictObject({ kind: z.literal('instructions') }),
  z.strictObject({ kind: z.literal('assistants') }),
  z.strictObject({ kind: z.literal('assistant-changes') }),
  z.strictObject({ kind: z.literal('confirm') }),
  z.strictObject({ kind: z.literal('quotes'), symbols: z.array(zSymbol).min(1).max(200) }),
  z.strictObject({ kind: z.literal('details'), symbols: z.array(zSymbol).min(1).max(200) }),
  z.strictObject({ kind: z.literal('day-lines'), symbols: z.array(zSymbol).min(1).max(200) }),
  z.strictObject({
    kind: z.literal('games'),
    competition: z.string().min(1).max(200).nullable(),
    event: zSymbol.nullable(),
  }),
  z.strictObject({ kind: z.literal('game-plays'), milestone: zMilestone }),
  z.strictObject({ kind: z.literal('ranking'), query: RankingQuery }),
  z.strictObject({ kind: z.literal('sectors'), query: SectorsQuery }),
  z.strictObject({ kind: z.literal('calendar'), about: z.array(zSymbol).min(1).max(200) }),
  z.strictObject({ kind: z.literal('watchlists') }),
  z.strictObject({ kind: z.literal('alerts') }),
  z.strictObject({ kind: z.literal('drawings'), key: zNamedInstrument }),
  z.strictObject({ kind: z.literal('journal'), accountId: zAccountId }),
  z.strictObject({ kind: z.literal('depth'), symbol: zSymbol }),
  z.strictObject({ kind: z.literal('ticks'), symbol: zSymbol }),
  z.strictObject({
    kind: z.literal('market-read'),
    list: z.enum(MARKET_READS),
    symbol: zSymbol,
  }),
  z.strictObject({ kind: z.literal('bar'), symbol: zSymbol, timespan: zTimespan }),
  z.strictObject({ kind: z.literal('institution-events'), profile: zProfileId }),
])
export type Topic = z.output<typeof zTopic>
export type TopicKind = Topic['kind']

/**
 * The body of a frame, by topic. `app`, `windows`, `updates`, `sign-in`, `session`, `health`,
 * `balance`, `accounts`, `positions`, `realized`, `games`, `game-plays`, `ranking`, `sectors`,
 * `calendar`, `watchlists`, `alerts`, `drawings`, `journal`, `depth`, `market-read`, `bar`,
 * `institution-events`, `assistants`, `assistant-changes`, `confirm`: always the full state.
 * `quotes`, `details`, `day-lines`, `orders` and `instructions`: complete rows that changed since
 * the last frame (all rows in a snapshot).
 * `ticks` and `fills`: new ones, oldest first (the recent ones in a snapshot).
 */
export interface StreamBodies {
  readonly app: AppStateView
  readonly windows: WindowsView
  readonly updates: UpdateView
  readonly 'sign-in': SignInView
  readonly session: SessionView
  readonly health: HealthView
  readonly orders: readonly Order[]
  readonly fills: readonly Fill[]
  readonly positions: readonly Position[] | null
  readonly realized: readonly RealizedDay[]
  readonly balance: Balance | null
  readonly accounts: readonly AccountOverview[]
  readonly quotes: readonly Quote[]
  readonly details: readonly SymbolDetails[]
  readonly 'day-lines': readonly DayLine[]
  readonly games: GamesView
  readonly 'game-plays': GamePlaysView
  readonly ranking: RankingView
  readonly sectors: SectorsView
  readonly calendar: CalendarView
  readonly watchlists: WatchlistsView
  readonly alerts: AlertsView
  readonly drawings: DrawingsView
  readonly journal: JournalState
  readonly depth: Depth | null
  readonly ticks: readonly Tick[]
  readonly 'market-read': MarketRead
  readonly bar: Bar | null
  readonly 'institution-events': ConsoleEvents
  readonly instructions: readonly InstructionRow[]
  readonly assistants: AssistantsView
  readonly 'assistant-changes': AssistantChangesView
  readonly confirm: ConfirmView
}
/**
 * The windows that may subscribe to each topic. Only the confirm window receives the card; besides
 * that it needs only `app`.
 */
export const TOPIC_SURFACES = {
  app: ['main', 'panel', 'confirm'],
  windows: ['main', 'panel'],
  updates: ['main'],
  'sign-in': ['main', 'panel'],
  session: ['main', 'panel'],
  health: ['main', 'panel'],
  orders: ['main', 'panel'],
  fills: ['main', 'panel'],
  positions: ['main', 'panel'],
  realized: ['main', 'panel'],
  balance: ['main', 'panel'],
  accounts: ['main', 'panel'],
  quotes: ['main', 'panel'],
  details: ['main', 'panel'],
  'day-lines': ['main', 'panel'],
  games: ['main', 'panel'],
  'game-plays': ['main', 'panel'],
  ranking: ['main', 'panel'],
  sectors: ['main', 'panel'],
  calendar: ['main', 'panel'],
  watchlists: ['main', 'panel'],
  alerts: ['main', 'panel'],
  drawings: ['main', 'panel'],
  journal: ['main', 'panel'],
  depth: ['main', 'panel'],
  ticks: ['main', 'panel'],
  'market-read': ['main', 'panel'],
  bar: ['main', 'panel'],
  'institution-events': ['main'],
  instructions: ['main', 'panel'],
  assistants: ['main', 'panel'],
  'assistant-changes': ['main'],
  confirm: ['confirm'],
} as const satisfies Record<TopicKind, readonly Surface[]>
export type StreamBody<K extends TopicKind> = StreamBodies[K]

export const FRAME_KINDS = ['snapshot', 'delta', 'gap', 'heartbeat', 'closed'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/**
 * One frame of one topic. `seq` is contiguous per topic between main and the page; a new snapshot
 * follows a `gap`. `index` is the topic's position in the request. `asOf` is this computer's time
 * in ms.
 */
export interface Frame<K extends TopicKind = TopicKind> {
  readonly index: number
  readonly seq: number
  readonly kind: FrameKind
  readonly asOf: number
  readonly body: StreamBody<K> | null
}

const zStreamId = z.string().min(8).max(64)

/**
 * Opens a stream over the window's one port. `channel` is the page's name of that port: main makes
 * a port for each new name, and closes the one before it with its streams.
 */
export const zStreamRequest = z.strictObject({
  id: zStreamId,
  channel: zStreamId,
  topics: z.array(zTopic).min(1).max(32),
})
export type StreamRequest = z.output<typeof zStreamRequest>

/** The frames of one stream in a message to a window. */
export interface StreamFrames {
  readonly stream: string
  readonly frames: readonly Frame[]
}

/** Answers the page's request to synchronize: everything that changed before is sent. */
export interface Synchronized {
  readonly synchronized: true
}

/**
 * One message to a window: the frames of each of its streams that have any. One message carries all
 * that happened at one moment, so that no frame on the screen shows a part of it.
 */
export type StreamBatch = readonly (StreamFrames | Synchronized)[]

/** What a page says to a stream. Credits are the number of frames it is ready to receive. */
export const zPortMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('credit'), frames: z.number().int().min(1).max(1_024) }),
  z.strictObject({ kind: z.literal('close') }),
])
export type PortMessage = z.output<typeof zPortMessage>

/**
 * A message of a page on the window's port: to one of its streams, how many batches the page has
 * read in all, or a request to synchronize, which the next batch answers.
 */
export const zPageMessage = z.union([
  z.strictObject({ stream: zStreamId, message: zPortMessage }),
  z.strictObject({ read: z.int().nonnegative() }),
  z.strictObject({ synchronize: z.literal(true) }),
])
export type PageMessage = z.output<typeof zPageMessage>
