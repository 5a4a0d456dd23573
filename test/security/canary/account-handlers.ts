import type { Exposures } from '../../../electron/app/security/exposures.js'
import { ConnectionProxies } from '../../../electron/app/session/connection-proxies.js'
import { NO_SYSTEM_PROXY } from '../../harness/exchange/proxy-choosers.js'
import { inEnglish, ENGLISH } from '../../../shared/messages/format-message.js'
import { LOOPBACK_NETWORK } from '../../../electron/core/net-ports.js'
import path from 'node:path'
import { AtomicFile } from '../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../electron/adapters/clock.js'
import { type LogFile } from '../../../electron/adapters/log-file.js'
import { systemRandom } from '../../../electron/adapters/random.js'
import { nodeKeyDerivation } from '../../../electron/adapters/crypto.js'
import { systemTimers } from '../../../electron/adapters/timers.js'
import {
  ConfirmRouter,
  createConfirmService,
} from '../../../electron/core/instructions/confirm/confirm-router.js'
import { openAppLock } from '../../../electron/core/lock/app-lock.js'
import { ProfileSwitcher } from '../../../electron/core/profiles/profile-switcher.js'
import { openProfiles } from '../../../electron/core/profiles/profile-store.js'
import { createHandlers } from '../../../electron/handlers/handlers.js'
import { ok } from '../../../shared/domain/result.js'
import { createInstitutionHandlers } from '../../../electron/handlers/institution-handlers.js'
import { createInstructionHandlers } from '../../../electron/handlers/instruction-handlers.js'
import { createProfileHandlers } from '../../../electron/handlers/profile-handlers.js'
import { applicationFeed } from '../../../electron/handlers/topics.js'
import { PERSON_PRESSES } from '../../harness/windows/person-presses.js'
import { InvokeGate } from '../../../electron/app/ipc/invoke-gate.js'
import { ProfileSessionOpener } from '../../../electron/app/profiles/profile-opener.js'
import { ProfileOperations } from '../../../electron/app/profiles/profile-operations.js'
import { createSenderRegistry } from '../../../electron/app/ipc/sender-registry.js'
import type { FileDialogPort } from '../../../electron/app/settings/file-dialog-port.js'
import { createSessionHolder } from '../../../electron/app/session/session-holder.js'

const mix = (data: Buffer): Buffer => Buffer.from(data.map((byte) => byte ^ 0x5a))
export const safeStorage = {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptString: (text: string) => Buffer.concat([Buffer.from('v11'), mix(Buffer.from(text))]),
  decryptString: (data: Buffer) => mix(data.subarray(3)).toString(),
}
/** The file that the person chooses in every dialog. */
const chosen = { path: '' }
const fileDialog: FileDialogPort = {
  savePath: () => Promise.resolve(chosen.path),
  openPath: () => Promise.resolve(chosen.path),
}

/** Opens main's profiles, lock and handlers in a folder, without windows and assistants. */
export async function openAccountHandlers(
  root: string,
  log: LogFile,
  exposures: Exposures = () => [],
) {
  /** Everything that was returned or published to a page. */
  const published: string[] = []
  /** The operations that returned an error. */
  const failures: string[] = []
  const document = (name: string) =>
    new AtomicFile({ path: path.join(root, name), clock: systemClock })
  const profiles = await openProfiles({
    file: document('profiles.json'),
    clock: systemClock,
    random: systemRandom,
  })
  const lock = await openAppLock({
    file: document('lock.json'),
    keyDerivation: nodeKeyDerivation,
    system: { available: false, authenticate: () => Promise.resolve(false) },
    clock: systemClock,
    random: systemRandom,
    log,
  })
  const holder = createSessionHolder()
  const logins: string[] = []
  const opener = new ProfileSessionOpener({
    exposures,
    notify: () => undefined,
    alerts: { language: ENGLISH, signalAlert: () => undefined },
    holder,
    userData: root,
    safeStorage,
    launchPractice: () => {
      throw new Error('no practice profile is opened here')
    },
    practiceArgs: [],
    log,
    isLocked: () => false,
    network: LOOPBACK_NETWORK,
    dial: undefined,
    proxies: new ConnectionProxies(NO_SYSTEM_PROXY, (secret) => log.hide(secret)),
    onPracticeFailed: () => undefined,
    onSession: () => undefined,
    sessionResources: { attach: () => undefined, detach: () => Promise.resolve() },
    language: ENGLISH,
    openLogin: (url) => {
      logins.push(url)
      return Promise.resolve(true)
    },
  })
  const profileSwitcher = new ProfileSwitcher({
    profiles,
    lock,
    opener,
    log,
    withdraw: () => Promise.resolve(0),
    mayLeave: () => Promise.resolve(true),
    onSwitched: () => undefined,
  })
  const services = new ProfileOperations({
    profiles,
    profileSwitcher,
    lock,
    opener,
    session: () => new Promise(() => undefined),
    userData: root,
    fileDialog,
    log,
    dial: undefined,
    write: inEnglish,
  })
  const senders = createSenderRegistry()
  senders.add(1, 'main')
  const handlers = createHandlers({
    session: holder.get,
    shell: {
      info: {
        version: '0',
        electron: '0',
        chromium: '0',
        node: '0',
        platform: 'linux',
        testRuntime: true,
      },
      reset: {
        view: () => ({ waits: [], folder: root, accounts: 0, working: 0 }),
        request: () => Promise.resolve({ ok: true, value: undefined }),
      },
      updates: { act: () => Promise.resolve({ ok: true, value: undefined }) },
      openLink: () => Promise.resolve(false),
      openRuntimeLicences: () => Promise.resolve(false),
      openAddress: () => Promise.resolve(false),
      practice: {
        settings: () => Promise.resolve({ ok: true, value: null }),
        change: () => Promise.resolve({ ok: true, value: null }),
        reset: () => Promise.resolve(ok(undefined)),
      },
      copyText: () => Promise.resolve(),
      tables: { add: () => ok(undefined), save: () => Promise.resolve(ok(true)) },
      pictures: { save: () => Promise.resolve(ok(true)) },
      panelPictures: { take: () => Promise.resolve(ok(true)) },
      quit: () => undefined,
      support: { save: () => Promise.resolve(ok(true)) },
      restart: { request: () => undefined, cancel: () => undefined },
      keys: { save: () => Promise.resolve(ok(true)), read: () => Promise.resolve(ok(null)) },
      report: (message, page) => log.event('error', 'page.error', { error: message, where: page }),
      preferences: {
        get: () => {
          throw new Error('not here')
        },
        set: () => {
          throw new Error('not here')
        },
      },
    },
    profiles: createProfileHandlers(holder.get, profileSwitcher, lock, services),
    instructions: createInstructionHandlers({
      assistantSession: () => Promise.reject(new Error('not here')),
      view: {
        get: () => {
          throw new Error('not here')
        },
        subscribe: () => () => undefined,
      },
      preparedOrders: () => new Map(),
      setEndpoint: () => Promise.reject(new Error('not here')),
      setHosted: () => Promise.reject(new Error('not here')),
      steppedUp: () => lock.steppedUp(),
      snippets: () => Promise.resolve([]),
      planClient: () => Promise.reject(new Error('not here')),
      writeClient: () => Promise.reject(new Error('not here')),
      undoClient: () => Promise.reject(new Error('not here')),
      clientSetups: () => Promise.resolve([]),
      outdatedClients: () => Promise.resolve([]),
      planRenewal: () => Promise.reject(new Error('not here')),
      testCall: () => Promise.reject(new Error('not here')),
      showConfirm: () => undefined,
      audit: () => Promise.reject(new Error('not here')),
      saveAudit: () => Promise.resolve(ok(false)),
      saveReceipt: () => Promise.resolve(ok(false)),
      receiptKey: () => Promise.resolve(ok({ key: '', fingerprint: '' })),
      saveReceiptKey: () => Promise.resolve(ok(false)),
      checkReceipt: () => Promise.resolve(ok(null)),
      assistantSessionFor: () => Promise.reject(new Error('not here')),
      pair: () => Promise.reject(new Error('not here')),
      kill: () => Promise.reject(new Error('not here')),
      release: () => Promise.reject(new Error('not here')),
      rows: { all: () => [], subscribe: () => () => undefined },
      confirm: createConfirmService(new ConfirmRouter(), () => []),
    }),
    institution: createInstitutionHandlers(() => Promise.reject(new Error('not here'))),
    workspaces: {} as never,
  })
  let refs = 0
  const gate = new InvokeGate({
    handlers,
    senders,
    presses: PERSON_PRESSES,
    log,
    clock: systemClock,
    timers: systemTimers,
    newRef: () => `ref${(refs += 1)}`,
    locked: () => lock.locked(),
  })
  const invoke = async (
    op: string,
    input: unknown,
  ): Promise<{ readonly ok: boolean; readonly value?: unknown }> => {
    const reply = await gate.invoke(
      { sender: { id: 1 }, senderFrame: { url: 'app://desk/index.html', parent: null } },
      { op, input },
    )
    published.push(`${op} ${JSON.stringify(reply)}`)
    if (!reply.ok) failures.push(op)
    return reply
  }
  const feed = applicationFeed(profileSwitcher)
  profileSwitcher.subscribe(() =>
    published.push(JSON.stringify([feed, profileSwitcher.get(), log.recent()])),
  )

  return {
    profiles,
    holder,
    logins,
    opener,
    profileSwitcher,
    published,
    failures,
    invoke,
    /** Sets the file that the person chooses in every dialog from now on. */
    chooseFile: (file: string) => {
      chosen.path = file
    },
  }
}
