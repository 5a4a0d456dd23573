import { z } from 'zod'
import type { Dial } from '../../../electron/adapters/dial.js'
import type { PracticeCommand, PracticeReady } from '../../../shared/practice/practice-control.js'
import type { KillSwitchControls } from '../../../electron/app/desktop.js'
import type { UpdateBuildOptions } from '../../../electron/shell/system/update-build.js'
import { PACKAGE_FORMATS } from '../../../shared/domain/app/update-view.js'
import type { MainApplication } from '../../../electron/app/main-application.js'

const zDialTable = z.record(
  z.string(),
  z.strictObject({ host: z.string(), port: z.number().int(), authority: z.string() }),
)

/**
 * Connects to addresses of this computer only. The published hosts that the environment names lead
 * to a local exchange ("api.example.com:443"); their names, signatures and certificates stay the
 * published host's. Every other host fails.
 */
export function loopbackDial(environment: NodeJS.ProcessEnv): Dial {
  const table = environment['COUNTERSIGN_TEST_DIAL']
  const known = zDialTable.parse(table === undefined ? {} : JSON.parse(table))
  return (host, port) => {
    const to = known[`${host}:${port}`] ?? { host, port }
    return isLoopback(to.host) ? to : { host: '127.0.0.1', port: 1 }
  }
}

const zUpdates = z.strictObject({
  config: z.unknown(),
  installed: z.strictObject({
    version: z.string(),
    format: z.enum(PACKAGE_FORMATS),
    executable: z.string(),
    appImage: z.string().optional(),
  }),
  authority: z.string(),
})

/** No update source, or the one of this computer that the environment names. */
export function testUpdates(environment: NodeJS.ProcessEnv): UpdateBuildOptions {
  const text = environment['COUNTERSIGN_TEST_UPDATES']
  if (text === undefined) {
    return { config: { address: '', page: '', channel: 'stable', keys: ['', ''] } }
  }
  const { config, installed, authority } = zUpdates.parse(JSON.parse(text))
  const { appImage, ...others } = installed
  return {
    ...{ config, authority },
    installed: { ...others, appImage, packaged: true, testRuntime: false },
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * The additional access of tests: the practice exchange's control channel, and the tray's contents
 * and items.
 */
export interface TestHooks {
  practice(command: PracticeCommand): Promise<unknown>
  practicePid(): number | undefined
  /** How the practice exchange is reached, for a client of the test's own. */
  practiceReady(): PracticeReady | null
  tray(): ReturnType<KillSwitchControls['tray']>
  chooseInTray(item: Parameters<KillSwitchControls['choose']>[0]): void
}

/** Gives a test driver access to the practice exchange and the tray. */
export function installTestHooks(application: MainApplication): void {
  const hooks: TestHooks = {
    async practice(command) {
      const answer = await application.practice()?.command(command)
      if (answer?.ok !== true) {
        throw new Error(answer?.error ?? 'the practice exchange is not running')
      }
      return answer.value
    },
    practiceReady: () => application.practice()?.ready() ?? null,
    practicePid: () => application.practice()?.pid(),
    tray: () => application.killSwitchControls()?.tray() ?? null,
    chooseInTray: (item) => application.killSwitchControls()?.choose(item),
  }
  Object.assign(globalThis, { countersignTest: hooks })
}
