import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AtomicFile } from '../../../../electron/adapters/atomic-file.js'
import { systemClock } from '../../../../electron/adapters/clock.js'
import { nodeCrypto } from '../../../../electron/adapters/crypto.js'
import { checkedText, contentOf } from '../../../../electron/adapters/journal/checked-file.js'
import { createJournalFile } from '../../../../electron/adapters/journal/journal-file.js'
import { createPictureFiles } from '../../../../electron/adapters/picture-files.js'
import { systemRandom } from '../../../../electron/adapters/random.js'
import { accessFile, damageAsText } from '../../../../electron/app/assistants/access-file.js'
import { FileVault, memoryVault } from '../../../../electron/app/session/vault.js'
import { openPreferences } from '../../../../electron/app/settings/preferences.js'
import { PROGRAM_FORMS } from '../../../../electron/app/settings/program-forms.js'
import { openStoredDocuments } from '../../../../electron/app/settings/stored-documents.js'
import { watchPreferences } from '../../../../electron/app/start/open-stores.js'
import { storedFilesProblem } from '../../../../electron/app/start/stored-files.js'
import { openAudit } from '../../../../electron/core/audit/audit-log.js'
import {
  FILES_REGISTER,
  openFileRegister,
  REGISTER_FILE,
} from '../../../../electron/core/files/file-register.js'
import { parseConnections } from '../../../../electron/core/instructions/connections/connection-file.js'
import { watchDocument } from '../../../../electron/core/instructions/damage/watched-files.js'
import { readLockFile } from '../../../../electron/core/lock/lock-file.js'
import { openProfiles } from '../../../../electron/core/profiles/profile-store.js'
import type { DocumentPort } from '../../../../electron/core/ports.js'
import { DEFAULT_PREFERENCES } from '../../../../shared/domain/app/preferences.js'
import { fakeDocument } from '../../../fakes/document.js'
import { damageFile } from './damages.js'
import { LOG, type DamagedFile } from './profile-rows.js'

const readTextOrNull = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8') : null
const namesIn = (folder: string): readonly string[] => readdirSync(folder)
const atomic = (file: string): DocumentPort => new AtomicFile({ path: file, clock: systemClock })

/** The audit chain or its head: the report of a start, which halts trading when it is damaged. */
function auditRow(file: string): DamagedFile {
  return {
    file: `assistants/${file}`,
    async outcomeOf(folder, damage) {
      const home = path.join(folder, 'assistants')
      const open = () =>
        openAudit({
          journal: createJournalFile({
            path: path.join(home, 'audit.journal'),
            clock: systemClock,
            log: LOG,
          }),
          checkpoint: atomic(path.join(home, 'checkpoint.json')),
          vault,
          clock: systemClock,
          random: systemRandom,
          log: LOG,
          crypto: nodeCrypto,
          environment: 'practice',
        })
      const vault = memoryVault()
      const first = await open()
      for (const id of ['a', 'b', 'c']) await first.append('asked', id, id, {})
      await first.close()
      damageFile(path.join(home, file), damage, '{"v":99}')
      const next = await open()
      const state = next.report()?.state
      await next.close()
      return state === 'damaged'
        ? 'damaged: said, trading halted'
        : state === 'verified'
          ? 'read'
          : `${state}: said where the chain is verified`
    },
  }
}

/** A document of assistants' access or connections, by the register that halts assistants. */
function accessRow(file: string, content: string, isOurs: (text: string) => boolean): DamagedFile {
  return {
    file,
    async outcomeOf(folder, damage) {
      const place = path.join(folder, file)
      const registerFile = fakeDocument()
      const open = async () => {
        const register = await openFileRegister({
          file: registerFile,
          clock: systemClock,
          log: LOG,
        })
        const document =
          file === 'assistants.json'
            ? accessFile(atomic(place), register)
            : watchDocument(damageAsText(atomic(place)), file, register)
        return { register, document }
      }
      const before = await open()
      await before.document.write(content)
      await before.register.flush()
      damageFile(place, damage, checkedText('{"v":99}'))
      const next = await open()
      const reading = await next.document.read()
      const isNewer =
        reading.ok && reading.value !== null && parseConnections(reading.value) === 'newer'
      if (isNewer && file !== 'assistants.json') {
        return 'newer: not changed, said, assistants halted'
      }
      if (reading.ok && reading.value !== null && !isOurs(reading.value)) {
        await next.document.setAside()
      }
      await next.register.flush()
      const [loss] = next.register.get()
      if (loss === undefined) return reading.ok && reading.value === content ? 'read' : 'NOT SAID'
      const end = file === 'assistants.json' ? 'access off' : 'assistants halted'
      return loss.aside === null
        ? `${loss.problem}: said, ${end}`
        : `${loss.problem}: set aside, said, ${end}`
    },
  }
}

/** A file that is read before anything else: newer and unreadable ones end the start with words. */
function startRow(
  file: string,
  write: (folder: string) => Promise<unknown>,
  open: (folder: string) => Promise<string>,
): DamagedFile {
  return {
    file,
    async outcomeOf(folder, damage) {
      mkdirSync(folder, { recursive: true })
      await write(folder)
      damageFile(path.join(folder, file), damage, checkedText('{"v":99}'))
      const problem = storedFilesProblem(folder)
      return problem === null ? open(folder) : 'the start ends with words, nothing is changed'
    },
  }
}

const preferencesAt = (folder: string) =>
  openPreferences({
    directory: folder,
    stamp: 'now',
    openFile: () => {
      const file = path.join(folder, 'preferences.json')
      const stored = readTextOrNull(file)
      const value: unknown = stored === null ? {} : JSON.parse(contentOf(stored) ?? '')
      return {
        get: (member) => (value as Record<string, unknown>)[member],
        set: (content) => writeFileSync(file, checkedText(JSON.stringify(content, null, 2))),
      }
    },
  })

/** Opens the preferences as a start does. */
async function startPreferences(folder: string): Promise<string> {
  const exists = existsSync(path.join(folder, 'preferences.json'))
  const preferences = preferencesAt(folder)
  const files = await openStoredDocuments(folder, LOG)
  watchPreferences(files, exists && preferences.setAside === null)
  await files.register.flush()
  if (preferences.setAside !== null) return 'set aside, said by a notice of its own'
  if (files.register.get().length > 0) return 'missing: said'
  return preferences.get().language === 'es' ? 'read' : 'NOT SAID'
}

const PREFERENCES = startRow(
  'preferences.json',
  async (folder) => {
    preferencesAt(folder).set({ ...DEFAULT_PREFERENCES, language: 'es' })
    await startPreferences(folder)
  },
  startPreferences,
)

const PROFILES = startRow(
  'profiles.json',
  async (folder) => {
    const { document, register } = await openStoredDocuments(folder, LOG)
    const file = document('profiles.json', PROGRAM_FORMS.profiles)
    const profiles = await openProfiles({ file, clock: systemClock, random: systemRandom })
    await profiles.create('Mine', 'sandbox')
    await register.flush()
  },
  async (folder) => {
    const { document, register } = await openStoredDocuments(folder, LOG)
    const file = document('profiles.json', PROGRAM_FORMS.profiles)
    const profiles = await openProfiles({ file, clock: systemClock, random: systemRandom })
    await register.flush()
    if (profiles.setAside !== null) return 'set aside, said by a notice of its own'
    if (register.get().length > 0) return 'missing: said'
    return profiles.all().length === 2 ? 'read' : 'NOT SAID'
  },
)

const LOCK_TEXT = '{"v":1,"idleMinutes":5,"system":false,"passphrase":null}'
const LOCK = startRow(
  'lock.json',
  async (folder) => {
    const { document, register } = await openStoredDocuments(folder, LOG)
    await document('lock.json', PROGRAM_FORMS.lock).write(LOCK_TEXT)
    await register.flush()
  },
  async (folder) => {
    const { document, register } = await openStoredDocuments(folder, LOG)
    const read = await readLockFile(document('lock.json', PROGRAM_FORMS.lock))
    await register.flush()
    if (read === 'damaged') return 'set aside, said, locked until a reset'
    if (read === 'none') return register.get().length > 0 ? 'missing: said' : 'NOT SAID'
    return 'read'
  },
)

/** A register of files itself. */
function registerRow(file: string): DamagedFile {
  return {
    file,
    async outcomeOf(folder, damage) {
      const place = path.join(folder, file)
      const open = () =>
        file === FILES_REGISTER
          ? openStoredDocuments(folder, LOG).then(({ register }) => register)
          : openFileRegister({ file: atomic(place), name: file, clock: systemClock, log: LOG })
      const first = await open()
      first.setContent('alerts.json', true)
      await first.flush()
      const newer = '{"v":99,"stored":[],"damaged":[]}'
      damageFile(place, damage, file === FILES_REGISTER ? checkedText(newer) : newer)
      const next = await open()
      await next.flush()
      const [loss] = next.get()
      if (loss !== undefined) {
        return loss.aside === null ? `${loss.problem}: not changed, said` : 'set aside, said'
      }
      return next.hasHadContent('alerts.json')
        ? 'read'
        : 'starts empty: it holds no data of a person'
    },
  }
}

const SAFE_STORAGE = {
  isEncryptionAvailable: () => true,
  encryptString: (text: string) => Buffer.from(`${checkedText(text)}`),
  decryptString: (data: Buffer) => {
    const text = contentOf(data.toString())
    if (text === null) throw new Error('not decrypted')
    return text
  },
}

const VAULT: DamagedFile = {
  file: 'vault/<secret>.vault',
  async outcomeOf(folder, damage) {
    const directory = path.join(folder, 'vault')
    const vault = new FileVault({
      directory,
      backend: 'test',
      storage: SAFE_STORAGE,
      clock: systemClock,
      log: LOG,
    })
    await vault.write('tokens', 'secret-secret')
    const [name = ''] = namesIn(directory)
    damageFile(path.join(directory, name), damage, '{"v":99,"backend":"test","data":""}')
    const read = await vault.read('tokens')
    if (!read.ok) return 'not changed, said where it is used'
    return read.value === null ? 'said where it is used: sign in or enter it' : 'read'
  },
}

const PNG_START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PNG_END = Buffer.from('0000000049454e44ae426082', 'hex')
const PICTURES: DamagedFile = {
  file: 'trade-notes/<account>/<picture>.png',
  async outcomeOf(folder, damage) {
    const id = '0123456789abcdef'.repeat(2) as never
    const pictures = createPictureFiles(folder, systemClock)
    const png = Buffer.concat([PNG_START, Buffer.from('abcdefgh'), PNG_END])
    const written = await pictures.write(id, png.toString('base64'))
    if (!written.ok) throw new Error(written.error.message)
    const [name = ''] = namesIn(folder)
    if (damage === 'newer') return 'has no version'
    damageFile(path.join(folder, name), damage, null)
    const read = await pictures.read(id)
    const isEmpty = !read.ok || read.value === null
    return isEmpty ? 'said in its place' : 'shown as far as it can be'
  },
}

const ARCHIVE: DamagedFile = {
  file: 'archive/orders-<number>.journal',
  async outcomeOf(folder, damage) {
    const open = () =>
      createJournalFile({ path: path.join(folder, 'orders.journal'), clock: systemClock, log: LOG })
    const first = open()
    for (const line of ['{"n":"one"}', '{"n":"two"}']) await first.append(line)
    const sealed = await first.archive.seal(1)
    if (!sealed.ok) throw new Error(sealed.error.message)
    await first.archive.replace(['{"n":"checkpoint"}'])
    await first.close()
    if (damage === 'newer') return 'has the version of its records'
    damageFile(path.join(folder, 'archive', 'orders-000001.journal'), damage, null)
    const faults = await open().archive.check([sealed.value])
    const read = await open().archive.read(sealed.value)
    if (faults.length > 0) return 'said at the start; nothing open depends on it'
    return read.ok ? 'read' : 'said by the ticket or record that needs it'
  },
}

/** A row of a file of which nothing of the person's is lost, whatever happens to it. */
const designRow = (file: string, text: string): DamagedFile => ({
  file,
  outcomeOf: () => Promise.resolve(`by design: ${text}`),
})

export const OTHER_ROWS: {
  readonly profile: readonly DamagedFile[]
  readonly program: readonly DamagedFile[]
} = {
  profile: [
    ARCHIVE,
    auditRow('audit.journal'),
    auditRow('checkpoint.json'),
    accessRow(
      'assistants/connections.json',
      '{"v":1,"connections":[]}',
      (text) => typeof parseConnections(text) !== 'string',
    ),
    registerRow(FILES_REGISTER),
    registerRow(REGISTER_FILE),
    VAULT,
    PICTURES,
    designRow('assistants/chain-damage.txt', 'the damage of the chain halts once more'),
    designRow('assistants/<name>-unreadable.journal', 'never read'),
    designRow('<file>.v<number>', 'as an upgrade found it; never read by the program'),
    designRow('practice-market.json', 'the usual market, named in the window'),
    designRow('replay.json', 'the exchange does not start, with words'),
    designRow('broker-events.json', 'the push goes on from now'),
  ],
  program: [
    PREFERENCES,
    PROFILES,
    LOCK,
    accessRow('assistants.json', '{"v":1,"on":false,"port":8791}', (text) =>
      text.startsWith('{"v":1,'),
    ),
    designRow('<file>.v<number>', 'as an upgrade found it; never read by the program'),
    designRow('window.json', 'the default place of the window'),
    designRow('logs/countersign.log', 'never read'),
    designRow('bridge/countersign-mcp', 'written again at each start'),
    designRow('crashes/new/<time>-<part>.json', 'that crash is not told; the others are'),
    designRow('update-start.json', 'the version before is not offered'),
    designRow('reset-request.json', 'nothing is reset'),
  ],
}
