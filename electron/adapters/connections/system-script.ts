import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** Reads what a program of the system prints; null where there is no such program. */
export type RunProgram = (file: string, args: readonly string[]) => Promise<string | null>

/** The parts of the computer that say where its proxy script is. */
export interface SystemScriptDeps {
  readonly platform: NodeJS.Platform
  readonly environment: NodeJS.ProcessEnv
  readonly run: RunProgram
}

const RUN_LIMIT_MS = 2_000
const SCRIPT_ADDRESS = /^(?:https?|file):\/\/\S+$/
const WINDOWS_SETTINGS = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'

/** Runs a program of the system without a shell. */
export const runProgram: RunProgram = (file, args) =>
  new Promise((resolve) => {
    execFile(file, [...args], { timeout: RUN_LIMIT_MS, windowsHide: true }, (error, output) =>
      resolve(error === null ? output : null),
    )
  })

/**
 * Returns the address of the proxy script in the system's setting; null where there is none. The
 * browser part of the program has no network to load one, so its address is read here. A setting to
 * search the network for a script is not followed: whoever answers first would choose the proxy.
 */
export async function systemScriptAddress(deps: SystemScriptDeps): Promise<string | null> {
  const address = await readAddress(deps)
  return address !== null && SCRIPT_ADDRESS.test(address) ? address : null
}

function readAddress(deps: SystemScriptDeps): Promise<string | null> {
  const { platform, environment, run } = deps
  if (platform === 'darwin') return macAddress(run)
  if (platform === 'win32') return windowsAddress(run)
  return isKde(environment) ? kdeAddress(environment) : gnomeAddress(run)
}

const isKde = ({ XDG_CURRENT_DESKTOP: desktop = '' }: NodeJS.ProcessEnv): boolean =>
  desktop.split(':').includes('KDE')

async function gnomeAddress(run: RunProgram): Promise<string | null> {
  const read = async (key: string): Promise<string> =>
    ((await run('gsettings', ['get', 'org.gnome.system.proxy', key])) ?? '')
      .trim()
      .replaceAll(/^'|'$/g, '')
  return (await read('mode')) === 'auto' ? read('autoconfig-url') : null
}

/** The setting's value for a script in KDE's file. */
const KDE_SCRIPT = '2'
const KDE_ADDRESS = 'Proxy Config Script'

async function kdeAddress(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const folder = environment['XDG_CONFIG_HOME'] ?? join(environment['HOME'] ?? homedir(), '.config')
  try {
    const text = await readFile(join(folder, 'kioslaverc'), 'utf8')
    const section = /^\[Proxy Settings\]\n((?:(?!\[).*\n?)*)/m.exec(text)?.[1] ?? ''
    const value = (key: string): string | null =>
      new RegExp(`^${key}(?:\\[[^\\]]*\\])?=(.*)$`, 'm').exec(section)?.[1]?.trim() ?? null
    return value('ProxyType') === KDE_SCRIPT ? value(KDE_ADDRESS) : null
  } catch {
    // A desktop whose setting was never changed has no such file.
    return null
  }
}

async function macAddress(run: RunProgram): Promise<string | null> {
  const text = (await run('scutil', ['--proxy'])) ?? ''
  return /ProxyAutoConfigEnable : 1/.test(text)
    ? (/ProxyAutoConfigURLString : (\S+)/.exec(text)?.[1] ?? null)
    : null
}

async function windowsAddress(run: RunProgram): Promise<string | null> {
  const text = (await run('reg', ['query', WINDOWS_SETTINGS, '/v', 'AutoConfigURL'])) ?? ''
  return /AutoConfigURL\s+REG_SZ\s+(\S+)/.exec(text)?.[1] ?? null
}
