import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { PracticeReady, PracticeState } from '../../../shared/practice/practice-control.js'
import { forkPractice, type PracticeChild } from '../../harness/exchange/practice-child.js'
import type { MainWindowPage } from '../support/main-window-page.js'
import { removeFolder } from '../../harness/system/remove-folder.js'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * A practice exchange in its own process that stands in for the broker's sandbox or production
 * environment, with that environment's request limits, delays and refusals.
 */
export interface StandIn {
  readonly ready: PracticeReady
  readonly child: PracticeChild
  truth(): Promise<PracticeState>
  close(): Promise<void>
}

/** Starts a stand-in: for the sandbox, unless the arguments name another environment. */
export async function startStandIn(args: readonly string[] = []): Promise<StandIn> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-stand-in-'))
  const child = await forkPractice(join(ROOT, 'out', 'practice', 'practice.cjs'), [
    '--data-dir',
    dataDir,
    ...(args.includes('--environment') ? [] : ['--environment', 'sandbox']),
    ...args,
  ])
  if (child.first.type !== 'ready') throw new Error(JSON.stringify(child.first))
  return {
    ready: child.first,
    child,
    truth: () => child.command({ command: 'state' }) as Promise<PracticeState>,
    async close() {
      await child.command({ command: 'shutdown' })
      await child.exit
      await removeFolder(dataDir)
    },
  }
}

/** The published host names, which lead to stand-ins on this computer. */
const PUBLISHED_NAMES = {
  sandbox: {
    api: 'api.sandbox.webull.com',
    oauth: 'oauth-open-api.sandbox.webull.com',
    passport: 'passport.webull.com',
    events: 'events-api.sandbox.webull.com',
    data: 'data-api.sandbox.webull.com',
  },
  production: {
    api: 'api.webull.com',
    oauth: 'us-oauth-open-api.webull.com',
    passport: 'passport.webull.com',
    events: 'events-api.webull.com',
    data: 'data-api.webull.com',
  },
} as const

type Dialed = Readonly<Record<string, { host: string; port: number; authority: string }>>

/** Starts a stand-in under the published host names, with the addresses that lead to it. */
async function startPublished(
  environment: keyof typeof PUBLISHED_NAMES,
): Promise<{ readonly standIn: StandIn; readonly dial: Dialed }> {
  const names = PUBLISHED_NAMES[environment]
  const standIn = await startStandIn([
    '--environment',
    environment,
    '--names',
    Object.values(names).join(','),
  ])
  const { hosts, ca } = standIn.ready
  const port = (origin: string): number => Number(new URL(origin).port)
  const to = (number: number) => ({ host: '127.0.0.1', port: number, authority: ca })
  const dial = {
    [`${names.api}:443`]: to(port(hosts.api)),
    [`${names.oauth}:443`]: to(port(hosts.oauth)),
    [`${names.passport}:443`]: to(port(hosts.passport)),
    [`${names.events}:443`]: to(hosts.events.port),
    [`${names.data}:1883`]: to(hosts.data.port),
    [`${names.data}:8883`]: to(hosts.dataWeb.port),
  }
  return { standIn, dial }
}

const dialed = (dial: Dialed): Record<string, string> => ({
  COUNTERSIGN_TEST_DIAL: JSON.stringify(dial),
})

/**
 * Starts a stand-in for production under the published host names, with its rate limits. `env`
 * leads those names to it.
 */
export async function startProductionStandIn(): Promise<{
  readonly standIn: StandIn
  readonly env: Record<string, string>
}> {
  const { standIn, dial } = await startPublished('production')
  return { standIn, env: dialed(dial) }
}

/** Both environments of the broker under their published names. */
export interface Broker {
  readonly sandbox: StandIn
  readonly production: StandIn
  readonly env: Record<string, string>
  close(): Promise<void>
}

/** Starts stand-ins for both environments. Their shared login host leads to the sandbox. */
export async function startBroker(): Promise<Broker> {
  const production = await startPublished('production')
  const sandbox = await startPublished('sandbox')
  return {
    sandbox: sandbox.standIn,
    production: production.standIn,
    env: dialed({ ...production.dial, ...sandbox.dial }),
    async close() {
      await sandbox.standIn.close()
      await production.standIn.close()
    },
  }
}

export const openProfilesDialog = async (desk: MainWindowPage): Promise<void> => {
  await desk.page.getByTestId('environment').click()
  await desk.page.getByRole('menuitem', { name: /Profiles and credentials/ }).click()
  await expect(desk.page.getByRole('dialog', { name: 'Profiles' })).toBeVisible()
}

export async function createProfile(
  desk: MainWindowPage,
  environment: 'Sandbox' | 'PRODUCTION' | 'Practice',
  name: string,
): Promise<void> {
  const dialog = desk.page.getByRole('dialog', { name: 'Profiles' })
  const before = await dialog
    .getByRole('navigation')
    .getByRole('button', { name: new RegExp(environment) })
    .count()
  await dialog
    .locator('.profiles-new')
    .getByRole('button', { name: environment, exact: true })
    .click()
  await expect(
    dialog.getByRole('navigation').getByRole('button', { name: new RegExp(environment) }),
  ).toHaveCount(before + 1)
  const field = dialog.getByLabel('Name', { exact: true })
  await field.fill(name)
  await field.press('Enter')
  await expect(
    dialog.getByRole('navigation').getByRole('button', { name: new RegExp(name) }),
  ).toBeVisible()
}

export async function enterCredential(
  desk: MainWindowPage,
  field: string,
  value: string,
): Promise<void> {
  const row = desk.page.getByTestId(`credential-${field}`)
  await row.getByRole('button', { name: /^(Enter|Replace)$/ }).click()
  await row.locator('input').fill(value)
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText(/^set, /)).toBeVisible()
}

export async function chooseSignInMethod(
  desk: MainWindowPage,
  way: 'key' | 'connect' | 'both',
): Promise<void> {
  await desk.page.getByLabel('Sign-in method').selectOption(way)
  await expect(desk.page.getByLabel('Sign-in method')).toHaveValue(way)
}

/** Points a sandbox profile at a stand-in on this computer, through the form. */
export async function enterHosts(
  desk: MainWindowPage,
  { hosts, ca }: PracticeReady,
): Promise<void> {
  const dialog = desk.page.getByRole('dialog', { name: 'Profiles' })
  await dialog.getByRole('button', { name: 'Use other hosts' }).click()
  await dialog.getByLabel('API', { exact: true }).fill(hosts.api)
  await dialog.getByLabel('Sign-in API').fill(hosts.oauth)
  await dialog.getByLabel('Login page').fill(hosts.passport)
  await dialog
    .getByLabel('Order events', { exact: true })
    .fill(`${hosts.events.host}:${hosts.events.port}`)
  await dialog
    .getByLabel('Market data', { exact: true })
    .fill(`${hosts.data.host}:${hosts.data.port}`)
  await dialog.getByLabel(/Certificate authority/).fill(ca)
  await dialog.getByRole('button', { name: 'Save hosts' }).click()
  await expect(dialog.getByRole('button', { name: 'Use other hosts' })).toBeVisible()
}

/** Creates a sandbox profile for a stand-in, ready to be opened. */
export async function sandboxProfile(
  desk: MainWindowPage,
  { ready }: StandIn,
  name: string,
  way: 'key' | 'connect' | 'both' = 'key',
): Promise<void> {
  await openProfilesDialog(desk)
  await createProfile(desk, 'Sandbox', name)
  await chooseSignInMethod(desk, way)
  await enterCredential(desk, 'app_key', ready.appKey)
  await enterCredential(desk, 'app_secret', ready.appSecret)
  if (way !== 'key') {
    await enterCredential(desk, 'client_id', ready.clientId)
    await enterCredential(desk, 'client_secret', ready.clientSecret)
    await enterCredential(desk, 'scope', ready.scope)
  }
  await enterHosts(desk, ready)
}

/**
 * Opens another profile from the environment menu, and waits for the page's reload. The old page
 * can show the new environment for a moment, so what it shows does not tell that it has ended.
 */
export async function switchProfile({ page }: MainWindowPage, name: RegExp): Promise<void> {
  await page.getByTestId('environment').click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('menuitemradio', { name }).click()
  await reloaded
}

/** Waits until the environment badge shows this name after a switch and the page's reload. */
export async function expectEnvironment(
  desk: MainWindowPage,
  word: string,
  accounts = true,
): Promise<void> {
  await expect(desk.page.getByTestId('environment')).toContainText(word)
  await expect(desk.page.locator('.cover')).toHaveCount(0)
  if (accounts) {
    await expect(desk.page.getByRole('combobox', { name: 'Trade with account' })).toHaveValue(/.+/)
    // The accounts are known before their open orders are, and until then no order is sent.
    await expect(desk.page.getByText('Starting.', { exact: true })).toHaveCount(0)
  }
}
