import { describe, expect, it } from 'vitest'
import { programFilesProblem } from '../../../../electron/app/start/program-files.js'
import { describeStartError, practiceProblem } from '../../../../electron/app/start/start-error.js'
import { storedFilesProblem } from '../../../../electron/app/start/stored-files.js'
import { DescribedError } from '../../../../electron/core/described-error.js'
import { formatterOf, loadLanguages } from '../../../../electron/app/settings/system-language.js'
import { message } from '../../../../shared/messages/make-message.js'
import { checkedText } from '../../../../electron/adapters/journal/checked-file.js'

await loadLanguages()

const coded = (code: string, text = code): Error => Object.assign(new Error(text), { code })
const filesOf = (contents: Readonly<Record<string, string | Error>>) => (file: string) => {
  const content = contents[file] ?? coded('ENOENT')
  if (typeof content === 'string') return content
  throw content
}

describe('REL-38: the stored settings at a start', () => {
  it('are opened when they are missing, known or damaged', () => {
    for (const content of ['{"v":1}', '', '{"v":', '[]', 'null', '{"v":"9"}']) {
      for (const text of [content, checkedText(content)]) {
        expect(storedFilesProblem('/d', filesOf({ '/d/profiles.json': text }))).toBeNull()
      }
    }
    expect(storedFilesProblem('/d', filesOf({}))).toBeNull()
  })

  it.each(['preferences.json', 'profiles.json', 'lock.json'])(
    'stop it when %s is of a newer version or cannot be read',
    (name) => {
      const file = `/d/${name}`
      expect(storedFilesProblem('/d', filesOf({ [file]: checkedText('{"v":2}') }))).toEqual(
        message('start.newerVersion', { file, program: null }),
      )
      for (const code of ['EACCES', 'EIO', 'EISDIR']) {
        expect(storedFilesProblem('/d', filesOf({ [file]: coded(code) }))).toEqual(
          message('start.fileUnreadable', { file, reason: code }),
        )
      }
    },
  )
})

describe('the program files at a start', () => {
  it('name the first that is missing', () => {
    expect(programFilesProblem('/out', () => true)).toBeNull()
    expect(programFilesProblem('/out', (file) => !file.endsWith('index.html'))).toEqual(
      message('start.incomplete', { file: '/out/renderer/index.html' }),
    )
  })
})

describe('an error that a step of the start threw', () => {
  it.each([
    [new DescribedError(message('start.fileStuck', { file: 'f', reason: 'EIO' })), 'fileStuck'],
    [coded('MODULE_NOT_FOUND', "Cannot find module '/out/main/x.cjs'"), 'incomplete'],
    [coded('ENOSPC'), 'folderFull'],
    [coded('EROFS'), 'folderReadOnly'],
    [new TypeError('x is not a function'), 'failed'],
    ['a text', 'failed'],
  ])('%s has its own message', (error, code) => {
    expect(describeStartError('/d', error).code).toBe(`start.${code}`)
  })

  it('says in both languages what is wrong and what to do', () => {
    const error = coded('MODULE_NOT_FOUND', "Cannot find module '/out/main/x.cjs'\nRequire stack:")
    const problem = describeStartError('/d', error)
    expect(formatterOf('en')(problem)).toContain('x.cjs. Install Countersign again')
    expect(formatterOf('es')(problem)).toContain('x.cjs. Instale Countersign de nuevo')
  })
})

describe('a practice exchange that cannot start', () => {
  it('names the full disk in plain words, and other reasons in its own', () => {
    const full = 'Error: ENOSPC: no space left on device, write'
    expect(practiceProblem('/d', full)).toEqual(message('start.folderFull', { folder: '/d' }))
    const port = 'One of the ports 5000 to 5005 is in use. Choose another --port-base.'
    expect(practiceProblem('/d', port)).toEqual(message('start.practice', { reason: port }))
  })
})
