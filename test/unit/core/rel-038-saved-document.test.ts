import { expect, it } from 'vitest'
import { SavedDocument } from '../../../electron/core/saved-document.js'
import { fakeDocument } from '../../fakes/document.js'

/** A document whose timers run by hand; its value is `current.text`. */
async function savedText() {
  const file = fakeDocument('before')
  const due = new Set<() => void>()
  const current = { text: 'before' }
  const saved = new SavedDocument<string>({
    name: 'text',
    file,
    timers: {
      after: (_ms, call) => {
        due.add(call)
        return () => due.delete(call)
      },
      every: () => () => undefined,
    },
    log: { event: () => undefined },
    empty: '',
    parse: (text) => text,
    content: () => current.text,
    onDamaged: () => undefined,
    onStored: () => undefined,
  })
  await saved.load()
  const runTimers = async () => {
    const calls = [...due]
    due.clear()
    for (const call of calls) call()
    await new Promise<void>((resolve) => setImmediate(resolve))
  }
  return { saved, file, current, runTimers }
}

it('REL-38: a change waiting to be stored is stored although an edit after it was not', async () => {
  const { saved, file, current, runTimers } = await savedText()
  current.text = 'an alert fired'
  saved.saveSoon()
  file.failure = { kind: 'full', message: 'No space left' }
  expect(await saved.save()).toBe(false)
  file.failure = null
  await runTimers()
  expect(file.content).toBe('an alert fired')
  expect(saved.isStored).toBe(true)
})
