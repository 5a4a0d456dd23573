import type { AppLock, LockError } from '../core/lock/app-lock.js'
import type { ProfileSwitcher } from '../core/profiles/profile-switcher.js'
import type { CredentialField, ProfileId } from '../../shared/domain/app/profile.js'
import { err, ok, type Result } from '../../shared/domain/result.js'
import type { OutputOf } from '../../shared/ipc/contract.js'
import { appError, type AppError } from '../../shared/domain/app/app-error.js'
import type { ConnectionReport } from '../../shared/domain/app/connection-report.js'
import type { ProductionChecklist } from '../../shared/domain/app/production-checklist.js'
import type { LowerLimits } from '../../shared/domain/orders/limits/personal-limits.schema.js'
import type { ProfileChange, ProxyUser } from '../../shared/domain/app/profile.schema.js'
import type { ProfileView } from '../../shared/domain/app/profile-view.js'
import type { SessionInspection } from '../../shared/domain/session/session-inspection.js'
import type { profileContract } from '../../shared/ipc/profile-contract.js'
import type { ExchangeDay } from '../../shared/domain/market/exchange-time.js'
import type { Environment } from '../../shared/domain/environment.js'
import type { TradingSession } from '../core/session/trading-session.js'
import type { Handlers } from './handler.js'
import type { Symbol } from '../../shared/domain/ids.js'
import { message } from '../../shared/messages/make-message.js'
import type { Message } from '../../shared/messages/message.js'

/**
 * Operations on profiles for a page; every result is a value, and errors carry a readable message.
 */
export interface ProfileServices {
  view(id: ProfileId): Promise<Result<ProfileView, AppError>>
  create(name: string, environment: Environment): Promise<Result<ProfileView, AppError>>
  change(id: ProfileId, change: ProfileChange): Promise<Result<ProfileView, AppError>>
  duplicate(id: ProfileId): Promise<Result<ProfileView, AppError>>
  remove(id: ProfileId): Promise<Result<void, AppError>>
  /** Begins to replay a recorded day of practice in a profile of its own. */
  replay(day: ExchangeDay): Promise<Result<void, AppError>>
  /** Begins to replay the broker's minute bars of a stock in a profile of its own. */
  replayBars(symbol: Symbol, day: ExchangeDay): Promise<Result<void, AppError>>
  export(id: ProfileId): Promise<Result<boolean, AppError>>
  import(): Promise<Result<ProfileView | null, AppError>>
  test(id: ProfileId): Promise<Result<ConnectionReport, AppError>>
  checklist(id: ProfileId): Promise<Result<ProductionChecklist, AppError>>
  /** Sets limits that allow less than the stored ones, and returns the checklist. */
  lowerLimits(id: ProfileId, limits: LowerLimits): Promise<Result<ProductionChecklist, AppError>>
  setCredential(
    id: ProfileId,
    field: CredentialField,
    value: string,
  ): Promise<Result<ProfileView, AppError>>
  clearCredential(
    id: ProfileId,
    field: CredentialField | null,
  ): Promise<Result<ProfileView, AppError>>
  setProxyUser(
    id: ProfileId,
    proxy: string,
    user: ProxyUser,
  ): Promise<Result<ProfileView, AppError>>
  clearProxyUser(id: ProfileId, proxy: string): Promise<Result<ProfileView, AppError>>
  /** Deletes every credential and token of sandbox and production. */
  forgetSecrets(): Promise<Result<void, AppError>>
  paste(address: string): Result<void, Message>
  inspect(session: TradingSession): SessionInspection
}

type ProfileOps = keyof typeof profileContract | 'practice.replay' | 'practice.replay-bars'

const lockFailed = (error: LockError): { readonly ok: false; readonly error: AppError } =>
  err(appError('lock/refused', error.message))

/** Creates one handler per profile operation; each only forwards to the service in charge. */
export function createProfileHandlers(
  session: () => Promise<TradingSession>,
  profileSwitcher: ProfileSwitcher,
  lock: AppLock,
  services: ProfileServices,
): Pick<Handlers, ProfileOps> {
  const locked = async (
    work: Promise<Result<void, LockError>>,
  ): Promise<Result<OutputOf<'app.state'>, AppError>> => {
    const done = await work
    return done.ok ? ok(profileSwitcher.get()) : lockFailed(done.error)
  }
  return {
    ...limitHandlers(session, lock),
    'app.state': () => Promise.resolve(ok(profileSwitcher.get())),
    'profiles.switch': ({ id, word }) => profileSwitcher.switchTo(id, word),
    'profiles.dismiss-switch': () => Promise.resolve(ok(profileSwitcher.dismissSwitch())),
    'trading.arm': ({ word }) => Promise.resolve(profileSwitcher.arm(word)),

    'profiles.get': ({ id }) => services.view(id),
    'profiles.create': ({ name, environment }) => services.create(name, environment),
    'profiles.change': ({ id, change }) => services.change(id, change),
    'profiles.duplicate': ({ id }) => services.duplicate(id),
    'profiles.remove': async ({ id }) => empty(await services.remove(id)),
    'practice.replay': async ({ day }) => empty(await services.replay(day)),
    'practice.replay-bars': async ({ symbol, day }) =>
      empty(await services.replayBars(symbol, day)),
    'profiles.export': async ({ id }) => {
      const saved = await services.export(id)
      return saved.ok ? ok({ saved: saved.value }) : saved
    },
    'profiles.import': () => services.import(),
    'profiles.test': ({ id }) => services.test(id),
    'profiles.checklist': ({ id }) => services.checklist(id),
    'profiles.lower-limits': ({ id, limits }) => services.lowerLimits(id, limits),
    'credentials.set': ({ id, field, value }) => services.setCredential(id, field, value),
    'credentials.clear': ({ id, field }) => services.clearCredential(id, field),
    'proxy.set-user': ({ id, proxy, ...user }) => services.setProxyUser(id, proxy, user),
    'proxy.clear-user': ({ id, proxy }) => services.clearProxyUser(id, proxy),

    'session.sign-out': async () => ok(await (await session()).connection.signOut()),
    'session.cancel-sign-in': async () => {
      ;(await session()).connection.cancelSignIn()
      return ok({})
    },
    'session.paste': ({ address }) => {
      const pasted = services.paste(address)
      return Promise.resolve(pasted.ok ? ok({}) : err(appError('sign-in/refused', pasted.error)))
    },
    'session.inspect': async () => ok(services.inspect(await session())),

    'lock.now': () => {
      lock.lock('asked')
      return Promise.resolve(ok(profileSwitcher.get()))
    },
    'lock.unlock': (input) => locked(lock.unlock(input.proof)),
    'lock.step-up': (input) => locked(lock.stepUp(input.proof)),
    'lock.set-passphrase': ({ passphrase, current }) =>
      locked(lock.setPassphrase(passphrase, current)),
    'lock.set-system': ({ on, current }) => locked(lock.setSystem(on, current)),
    'lock.set-idle': ({ minutes }) => locked(lock.setIdleMinutes(minutes)),
    'lock.remove': ({ current }) => locked(lock.remove(current)),
    'lock.forget': async () => {
      const forgotten = await services.forgetSecrets()
      return forgotten.ok ? locked(lock.reset()) : forgotten
    },
  }
}

const limitHandlers = (
  session: () => Promise<TradingSession>,
  lock: Pick<AppLock, 'steppedUp'>,
): Pick<Handlers, 'limits.get' | 'limits.set'> => ({
  'limits.get': async () => ok((await session()).limits.view()),
  'limits.set': async ({ limits }) => {
    const current = await session()
    // A raised limit allows more, like a raised limit of an assistant.
    if (current.limits.raises(limits) && !lock.steppedUp()) {
      return err(appError('lock/step-up', message('profiles.confirmFirst')))
    }
    return current.limits.set(limits)
  },
})

const empty = (result: Result<void, AppError>): Result<Record<string, never>, AppError> =>
  result.ok ? ok({}) : result
