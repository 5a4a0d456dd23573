import { orderFaults, remindersForTicket } from './ticket-checks.js'
import type { TradingSession } from '../core/session/trading-session.js'
import { ok, type Result } from '../../shared/domain/result.js'
import { appError, type AppError } from '../../shared/domain/app/app-error.js'
import { PERSON } from '../../shared/domain/drawings/drawings-view.js'
import type { AppInfo, RuntimeLicence } from '../../shared/domain/app/app-info.js'
import type {
  PracticeChange,
  ResetSeed,
} from '../../shared/domain/app/practice/practice-settings.schema.js'
import type { PracticeSettings } from '../../shared/domain/app/practice/practice-settings.js'
import type { Preferences } from '../../shared/domain/app/preferences.js'
import type { Handlers } from './handler.js'
import type { createInstructionHandlers } from './instruction-handlers.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { listingOf } from '../../shared/domain/instruments/listing.js'
import type { ListedSteps } from '../../shared/domain/instruments/price-steps.js'
import type { LinkName } from '../../shared/ipc/contract.js'
import { createDesktopHandlers, type DesktopServices } from './desktop-handlers.js'
import { createProductHandlers } from './product-handlers.js'
import { createFactsHandlers } from './facts-handlers.js'
import { createRecordHandlers, type AssistantOrders, type PictureSaver } from './record-handlers.js'
import type { createInstitutionHandlers } from './institution-handlers.js'
import type { createProfileHandlers } from './profile-handlers.js'
import type { createWorkspaceHandlers } from './workspace-handlers.js'
import { message } from '../../shared/messages/make-message.js'
import { storedMessage } from '../../shared/messages/stored-message.js'

/** Operations of the shell for a page, independent of a session. */
export interface ShellServices extends DesktopServices {
  readonly info: AppInfo
  openLink(link: LinkName): Promise<boolean>
  /** Opens the licenses of a part of the runtime; false when the file is not there. */
  openRuntimeLicences(part: RuntimeLicence): Promise<boolean>
  /** Opens an address of the broker's data; false when its host is not allowed. */
  openAddress(address: string): Promise<boolean>
  copyText(text: string): Promise<void>
  /** Saves tables of a window as CSV. */
  readonly tables: {
    add(part: string, first: boolean): Result<void, AppError>
    save(table: string): Promise<Result<boolean, AppError>>
  }
  /** Saves copies of chart pictures. */
  readonly pictures: PictureSaver
  report(message: string, source: string): void
  /** The settings of the practice exchange; null in other environments. */
  readonly practice: {
    settings(): Promise<Result<PracticeSettings | null, AppError>>
    change(change: PracticeChange): Promise<Result<PracticeSettings | null, AppError>>
    /** Begins to start practice over. */
    reset(seed: ResetSeed): Promise<Result<void, AppError>>
  }
  readonly preferences: {
    get(): Preferences
    set(change: Partial<Preferences>): Promise<Result<Preferences, AppError>>
  }
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }
/** Removes members that are undefined, so that they do not overwrite stored values. */
const defined = <T extends object>(value: T): Partial<Defined<T>> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<
    Defined<T>
  >

/** The services and the groups of handlers that have dependencies of their own. */
interface HandlerParts {
  readonly session: () => Promise<TradingSession>
  readonly shell: ShellServices
  readonly profiles: ReturnType<typeof createProfileHandlers>
  readonly instructions: ReturnType<typeof createInstructionHandlers>
  readonly institution: ReturnType<typeof createInstitutionHandlers>
  readonly workspaces: ReturnType<typeof createWorkspaceHandlers>
  readonly assistantOrders?: AssistantOrders
}

/**
 * Creates one handler per operation of the contract; each only forwards to the service in charge.
 */
export function createHandlers({
  session,
  shell,
  profiles,
  instructions,
  institution,
  workspaces,
  assistantOrders = () => new Map(),
}: HandlerParts): Handlers {
  return {
    ...profiles,
    ...instructions,
    ...institution,
    ...workspaces,
    ...createProductHandlers(session),
    ...createFactsHandlers(session),
    'alerts.edit': async ({ edit }) => (await session()).alerts.edit(edit),
    'drawings.edit': async ({ key, edit }) => (await session()).drawings.edit(key, edit, PERSON),
    ...createRecordHandlers(session, assistantOrders, shell.pictures),
    ...createDesktopHandlers(shell),
    'app.info': () => Promise.resolve(ok(shell.info)),
    'app.open-link': async ({ link }) =>
      (await shell.openLink(link))
        ? ok({})
        : { ok: false, error: appError('ipc/not-allowed', message('ipc.linkNotAllowed')) },
    'app.open-runtime-licences': async ({ part }) =>
      ok({ opened: await shell.openRuntimeLicences(part) }),
    'app.open-address': async ({ address }) => ok({ opened: await shell.openAddress(address) }),
    'app.copy-text': async ({ text }) => {
      await shell.copyText(text)
      return ok({})
    },
    'app.table-part': ({ csv, first }) => {
      const added = shell.tables.add(csv, first)
      return Promise.resolve(added.ok ? ok({}) : added)
    },
    'app.save-table': async ({ table }) => {
      const saved = await shell.tables.save(table)
      return saved.ok ? ok({ saved: saved.value }) : saved
    },
    'app.report': ({ message: problem, where: source }) => {
      shell.report(problem, source)
      return Promise.resolve(ok({}))
    },
    'practice.settings': () => shell.practice.settings(),
    'practice.change': ({ change }) => shell.practice.change(change),
    'practice.reset': async ({ seed }) => {
      const begun = await shell.practice.reset(seed)
      return begun.ok ? ok({}) : begun
    },
    'preferences.get': () => Promise.resolve(ok(shell.preferences.get())),
    'preferences.set': (change) => shell.preferences.set(defined(change)),
    ...createSessionHandlers(session),
    'instruments.describe': async ({ symbol }) =>
      (await session()).market.describeInstrument(symbol),
    'instruments.price-steps': async ({ symbols }) =>
      ok(await listedSteps(await session(), symbols)),
    'market.bars': async (query) => {
      const answer = await (await session()).market.bars(query)
      return answer.ok ? ok({ bars: [...answer.value.bars], more: answer.value.more }) : answer
    },
    ...createOrderHandlers(session),
  }
}

const createOrderHandlers = (
  session: () => Promise<TradingSession>,
): Pick<Handlers, Extract<keyof Handlers, `orders.${string}`> | 'trading.batch'> => ({
  'orders.preview': async ({ draft }) => (await session()).queries.preview(draft),
  'orders.check': async ({ draft, combo }) => orderFaults(await session(), draft, combo),
  'orders.reminders': async ({ draft }) =>
    ok([...(await remindersForTicket(await session(), draft))]),
  'orders.submit': async ({ ticket, draft, confirmation = null }) =>
    (await session()).orders.submitForPerson(ticket, draft, { confirmation }),
  'orders.submit-combo': async ({ ticket, combo, confirmation = null }) =>
    (await session()).orders.submitComboForPerson(ticket, combo, { confirmation }),
  'orders.outcome': async ({ ticket }) => (await session()).queries.outcome(ticket),
  'orders.replace': async ({ accountId, clientOrderId, change, confirmation = null }) => {
    const { orders } = await session()
    return orders.replaceForPerson(accountId, { clientOrderId, change }, { confirmation })
  },
  'orders.cancel': async ({ accountId, clientOrderId }) =>
    (await session()).orders.cancel(accountId, clientOrderId),
  // The gate has recorded the batch, as it passed the call.
  'trading.batch': () => Promise.resolve(ok({})),
  'orders.history': async (query) => (await session()).queries.history(query),
})

const createSessionHandlers = (
  session: () => Promise<TradingSession>,
): Pick<
  Handlers,
  | 'session.get'
  | 'session.sign-in'
  | 'session.select-account'
  | 'session.set-trading'
  | 'session.dismiss-notice'
> => ({
  'session.get': async () => ok((await session()).connection.view()),
  'session.sign-in': async () => ok(await (await session()).connection.signIn()),
  'session.select-account': async ({ accountId }) =>
    (await session()).connection.selectAccount(accountId),
  'session.set-trading': async ({ state, why }) => {
    const { trading, connection } = await session()
    await trading.set(state, storedMessage(why))
    return ok(connection.view())
  },
  'session.dismiss-notice': async ({ id }) => ok((await session()).connection.dismissNotice(id)),
})

/** Returns the published price steps of these symbols, in their order. */
async function listedSteps(
  session: { readonly market: Pick<TradingSession['market'], 'describeInstrument'> },
  symbols: readonly Symbol[],
): Promise<ListedSteps[]> {
  const entries = await Promise.all(
    symbols.map(async (symbol): Promise<ListedSteps | null> => {
      const answer = await session.market.describeInstrument(symbol)
      const listing = answer.ok && answer.value !== null ? listingOf(answer.value, 'yes') : null
      const steps = (listing?.steps ?? []).map(({ from, step }) => ({ from, step }))
      return steps.length === 0 ? null : { symbol, steps }
    }),
  )
  return entries.filter((entry) => entry !== null)
}
