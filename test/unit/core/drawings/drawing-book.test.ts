import { describe, expect, it } from 'vitest'
import { PERSON } from '../../../../shared/domain/drawings/drawings-view.js'
import { type DrawingSource } from '../../../../shared/domain/drawings/drawing.schema.js'
import { fakeDocument } from '../../../fakes/document.js'
import { AAPL, MSFT, anchor, createBook, drawing, drawingTerms } from './drawing-fixture.js'

const CLAUDE: DrawingSource = { kind: 'assistant', name: 'Claude' }
const codeOf = (answer: { ok: boolean; error?: { message: { code: string } } }): string =>
  answer.ok ? 'ok' : (answer.error?.message.code ?? '')

describe('the drawings of a profile', () => {
  it('shows every chart of an instrument the same list', async () => {
    const { book } = createBook()
    const first = book.view(AAPL)
    const second = book.view(AAPL)
    let published = 0
    second.subscribe(() => {
      published += 1
    })

    await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)

    expect(first.get().drawings).toEqual(second.get().drawings)
    expect(second.get().drawings).toHaveLength(1)
    expect(published).toBeGreaterThan(0)
  })

  it('keeps instruments apart and counts the drawings of each', async () => {
    const { book } = createBook()
    await book.edit(AAPL, { kind: 'add', drawings: [drawing(1), drawing(2)] }, PERSON)
    await book.edit(MSFT, { kind: 'add', drawings: [drawing(3)] }, PERSON)

    expect(
      book
        .view(MSFT)
        .get()
        .drawings.map(({ id }) => id),
    ).toEqual([drawing(3).id])
    expect(book.view(AAPL).get().counts).toEqual([
      { key: AAPL, count: 2 },
      { key: MSFT, count: 1 },
    ])
  })

  it('attributes a drawing to who made it, whatever the edit says', async () => {
    const { book, time } = createBook()
    const forged = { ...drawing(1), source: CLAUDE }

    await book.edit(AAPL, { kind: 'add', drawings: [forged] }, PERSON)

    expect(book.view(AAPL).get().drawings).toMatchObject([
      { source: PERSON, createdAt: time.now() },
    ])
  })

  it('returns a removed drawing with its first author when that is undone', async () => {
    const { book } = createBook()
    const added = await book.add(AAPL, drawingTerms('horizontal', [anchor(0, '180')]), CLAUDE)
    const [drawn] = book.view(AAPL).get().drawings
    if (!added.ok || drawn === undefined) throw new Error('not added')

    await book.edit(AAPL, { kind: 'remove', ids: [added.value] }, PERSON)
    await book.edit(AAPL, { kind: 'add', drawings: [{ ...drawn, source: PERSON }] }, PERSON)

    expect(book.view(AAPL).get().drawings).toEqual([drawn])
  })

  it('lets an assistant draw, but not touch what the person locked', async () => {
    const { book } = createBook()
    const locked = { ...drawing(1), locked: true }
    await book.edit(AAPL, { kind: 'add', drawings: [locked] }, PERSON)

    const change = await book.edit(AAPL, { kind: 'change', drawings: [drawing(1)] }, CLAUDE)
    const removal = await book.edit(AAPL, { kind: 'remove', ids: [locked.id] }, CLAUDE)

    expect(codeOf(change)).toBe('storage.drawingLocked')
    expect(codeOf(removal)).toBe('storage.drawingLocked')
    expect(book.view(AAPL).get().drawings).toMatchObject([{ locked: true }])
  })

  it('refuses more than 500 drawings of an instrument', async () => {
    const { book } = createBook()
    const many = Array.from({ length: 500 }, (_, index) => drawing(index))
    const filled = await book.edit(AAPL, { kind: 'add', drawings: many }, PERSON)

    const more = await book.edit(AAPL, { kind: 'add', drawings: [drawing(500)] }, PERSON)

    expect(codeOf(filled)).toBe('ok')
    expect(codeOf(more)).toBe('storage.drawingsFull')
    expect(book.view(AAPL).get().drawings).toHaveLength(500)
  })

  it('refuses a drawing with too few points, and one that does not exist', async () => {
    const { book } = createBook()
    const short = drawing(1, drawingTerms('pitchfork', [anchor(0, '1'), anchor(1, '2')]))

    const added = await book.edit(AAPL, { kind: 'add', drawings: [short] }, PERSON)
    const changed = await book.edit(AAPL, { kind: 'change', drawings: [drawing(2)] }, PERSON)

    expect(codeOf(added)).toBe('storage.drawingInvalid')
    expect(codeOf(changed)).toBe('storage.drawingUnknown')
  })
})

describe('REL-38 the file of the drawings', () => {
  it('has every drawing after a restart', async () => {
    const before = createBook()
    await before.book.edit(AAPL, { kind: 'add', drawings: [drawing(1), drawing(2)] }, PERSON)
    await before.time.advance(1_000)

    const after = createBook(fakeDocument(before.file.content))
    await after.book.load()

    expect(after.book.view(AAPL).get()).toMatchObject({ state: 'ready', isStored: true })
    expect(after.book.view(AAPL).get().drawings).toEqual(before.book.view(AAPL).get().drawings)
  })

  it('is written when the session ends before its time has come', async () => {
    const { book, file } = createBook()
    await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)
    expect(file.content).toBeNull()

    await book.dispose()

    expect(file.content).toContain(drawing(1).id)
  })

  it('is set aside when it is damaged, and the person is notified', async () => {
    const { book, file, damaged } = createBook(fakeDocument('{"v":1,"instruments":[{"key"'))

    await book.load()
    await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)
    await book.dispose()

    expect(damaged()).toBe(1)
    expect(file.aside).toEqual(['{"v":1,"instruments":[{"key"'])
    expect(file.content).toContain(drawing(1).id)
  })

  it('is set aside when a newer version wrote it', async () => {
    const { book, file } = createBook(fakeDocument('{"v":2,"instruments":[]}'))
    await book.load()
    expect(file.aside).toHaveLength(1)
  })

  it('is not written over while it cannot be read, and is read again', async () => {
    const file = fakeDocument('{"v":1,"instruments":[]}')
    file.failure = { kind: 'io', code: 'EACCES' } as never
    const { book } = createBook(file)

    const refused = await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)
    file.failure = null
    const accepted = await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)

    expect(codeOf(refused)).toBe('storage.drawingsUnreadable')
    expect(codeOf(accepted)).toBe('ok')
  })

  it('is written again after a failure, and the view says that it is not stored', async () => {
    const { book, file, time } = createBook()
    await book.load()
    await book.edit(AAPL, { kind: 'add', drawings: [drawing(1)] }, PERSON)
    file.failure = { kind: 'io', code: 'ENOSPC' } as never
    await time.advance(1_000)
    expect(book.view(AAPL).get().isStored).toBe(false)

    file.failure = null
    await time.advance(2_000)

    expect(book.view(AAPL).get().isStored).toBe(true)
    expect(file.content).toContain(drawing(1).id)
  })
})
