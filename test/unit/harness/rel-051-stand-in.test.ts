import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { StandInApp } from '../../harness/newer/app.js'
import { StandInWindow } from '../../harness/newer/browser-window.js'
import { StandInImage } from '../../harness/newer/images.js'
import { StandInPort } from '../../harness/newer/message-ports.js'
import { StandInSession } from '../../harness/newer/sessions.js'
import {
  StandInClipboard,
  StandInClipboardItem,
  standInDialogs,
  StandInKeyStore,
  StandInNotification,
  StandInPower,
  StandInScreen,
  standInShortcuts,
  StandInTray,
} from '../../harness/newer/system-parts.js'

/** The members of each class and interface in the typings of the shipped Electron. */
interface Declared {
  readonly members: Map<string, { readonly isDeprecated: boolean }>
  readonly parents: readonly string[]
}

function declaredTypes(): ReadonlyMap<string, Declared> {
  const file = createRequire(import.meta.url).resolve('electron/electron.d.ts')
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const types = new Map<string, Declared>()
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
      const parents = (node.heritageClauses ?? []).flatMap(({ types: from }) =>
        from.map(({ expression }) => expression.getText().replace(/^.*\./, '')),
      )
      const members = types.get(node.name?.text ?? '')?.members ?? new Map()
      for (const member of node.members) {
        const isDeprecated = ts.getJSDocDeprecatedTag(member) !== undefined
        if (member.name !== undefined) members.set(member.name.getText(), { isDeprecated })
      }
      types.set(node.name?.text ?? '', { members, parents })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return types
}

/** What a stand-in has for the tests alone, beside the members of Electron. */
const OWN = [
  'constructor',
  'badge',
  'content',
  'cursor',
  'items',
  'load',
  'receive',
  'serve',
  'attach',
  'fromPage',
  'lose',
  'end',
  'onGone',
  'onPageClosed',
  'onPageTitle',
  'onWindowClosed',
  'portId',
]

const link = { send: () => undefined, onMessage: () => undefined }
const window = new StandInWindow(
  { webPreferences: { partition: '', sandbox: true } },
  {
    link,
    handlers: new Map(),
    capture: () => Promise.resolve(new Uint8Array()),
    onPointer: () => undefined,
    sessionOf: () => new StandInSession(),
    onCreated: () => undefined,
    onClosed: () => undefined,
    onFocus: () => undefined,
    onBlur: () => undefined,
  },
)

/** Each stand-in, by the name of its type in Electron's typings. */
const STAND_INS: readonly (readonly [name: string, object])[] = [
  ['App', Object.create(StandInApp.prototype) as object],
  ['BrowserWindow', window],
  ['WebContents', window.webContents],
  ['Session', new StandInSession()],
  ['NativeImage', StandInImage.ofSize(1)],
  ['MessagePortMain', new StandInPort()],
  ['Clipboard', new StandInClipboard()],
  ['ClipboardItem', new StandInClipboardItem({})],
  ['Dialog', standInDialogs],
  ['SafeStorage', new StandInKeyStore(true)],
  ['Notification', new StandInNotification({ title: '', body: '' })],
  ['PowerMonitor', new StandInPower()],
  ['Screen', new StandInScreen()],
  ['GlobalShortcut', standInShortcuts],
  ['Tray', new StandInTray()],
]

/** Returns the names of what an object has of its own, without Node's emitter of events. */
function membersOf(object: object): readonly string[] {
  const names = Object.keys(object)
  for (
    let prototype: unknown = Object.getPrototypeOf(object);
    typeof prototype === 'object' && prototype !== null && 'constructor' in prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    if (['EventEmitter', 'Object'].includes(prototype.constructor.name)) break
    names.push(...Object.getOwnPropertyNames(prototype))
  }
  return names.filter((name) => !name.startsWith('_') && !OWN.includes(name))
}

const types = declaredTypes()

/** Finds a member in a type or in what the type extends. */
const memberOf = (type: string, name: string): { readonly isDeprecated: boolean } | undefined =>
  types.get(type)?.members.get(name) ??
  types
    .get(type)
    ?.parents.map((parent) => memberOf(parent, name))
    .find((member) => member !== undefined)

describe('REL-51: the stand-in for Electron', () => {
  it.each(STAND_INS)('has only members that %s of the shipped version has', (type, object) => {
    const names = membersOf(object)
    expect(names).not.toEqual([])
    expect(names.filter((name) => memberOf(type, name) === undefined)).toEqual([])
  })

  it.each(STAND_INS)('has no deprecated member of %s', (type, object) => {
    const isDeprecated = (name: string): boolean => memberOf(type, name)?.isDeprecated === true
    expect(membersOf(object).filter(isDeprecated)).toEqual([])
  })

  it('is compared with typings that name what is deprecated', () => {
    expect(memberOf('SafeStorage', 'encryptString')).toEqual({ isDeprecated: true })
    expect(memberOf('Protocol', 'registerBufferProtocol')).toEqual({ isDeprecated: true })
  })
})
