import { describe, expect, it } from 'vitest'
import {
  MAX_ACCOUNT_PICTURES,
  MAX_TRIP_PICTURES,
} from '../../../../../shared/domain/account/journal-notes.js'
import type { InstrumentKey } from '../../../../../shared/domain/instruments/instrument-key.js'
import { inEnglish } from '../../../../../shared/messages/format-message.js'
import type { NotedTrip } from '../../../../../electron/core/records/journal/notes/note-entry.js'
import { ACCOUNT, noon } from './record-builder.js'
import { notesFixture, TAKEN_AT } from './notes-fixture.js'

const trip = (tripId: string, day = '2026-11-03', key = 'stock KO'): NotedTrip => ({
  tripId,
  key: key as InstrumentKey,
  closedAt: noon(day),
})
const FIRST = trip('x1')

describe('REL-38: notes of round trips', () => {
  it('are there after the next start, with tags and pictures', async () => {
    const { open } = notesFixture()
    const notes = open()
    await notes.edit(ACCOUNT, FIRST, { note: ' Sold too early \r\n', tags: ['earnings', ' '] })
    await notes.attach(ACCOUNT, FIRST, { symbol: 'KO', png: 'AAAA' })

    const next = open()
    const found = (await next.load(ACCOUNT)).find(FIRST)

    expect(found).toMatchObject({
      note: 'Sold too early',
      tags: ['earnings'],
      pictures: [{ id: '1'.padStart(32, '0'), symbol: 'KO', takenAt: TAKEN_AT }],
    })
    expect(await next.picture(ACCOUNT, '1'.padStart(32, '0'))).toEqual({ ok: true, value: 'AAAA' })
    expect(next.state(ACCOUNT)).toMatchObject({ phase: 'ready', tags: ['earnings'] })
  })

  it('stay as they were when a change cannot be stored, and the change is reported', async () => {
    const { document, open } = notesFixture()
    const notes = open()
    await notes.edit(ACCOUNT, FIRST, { note: 'Before' })
    document.failure = { kind: 'full', message: 'ENOSPC' }

    const changed = await notes.edit(ACCOUNT, FIRST, { note: 'After' })

    expect(changed.ok ? '' : changed.error.code).toBe('storage/failed')
    expect((await notes.load(ACCOUNT)).find(FIRST)?.note).toBe('Before')
    document.failure = null
    expect((await open().load(ACCOUNT)).find(FIRST)?.note).toBe('Before')
  })

  it('are set aside and reported when their file is damaged, and can be written again', async () => {
    const { document, disk, open } = notesFixture()
    await open().edit(ACCOUNT, FIRST, { note: 'Sold too early' })
    document.content = (document.content ?? '').replace('early', 'later')

    const next = open()
    await next.load(ACCOUNT)

    expect(next.state(ACCOUNT)).toMatchObject({ phase: 'set-aside', tags: [] })
    expect(document.aside[0]).toContain('Sold too later')
    expect(disk.damaged).toBe(1)
    const renewed = await next.edit(ACCOUNT, FIRST, { note: 'New' })
    expect(renewed.ok).toBe(true)
    expect((await open().load(ACCOUNT)).find(FIRST)?.note).toBe('New')
  })

  it('are not written over while their file cannot be read', async () => {
    const { document, open } = notesFixture()
    await open().edit(ACCOUNT, FIRST, { note: 'Sold too early' })
    const before = document.content
    document.failure = { kind: 'denied', message: 'EACCES' }
    const next = open()
    await next.load(ACCOUNT)
    expect(next.state(ACCOUNT).phase).toBe('unreadable')

    const read = document.read
    document.read = () => Promise.resolve({ ok: false, error: { kind: 'denied', message: '' } })
    document.failure = null
    const changed = await next.edit(ACCOUNT, FIRST, { note: 'Other' })
    document.read = read

    expect(changed.ok ? '' : inEnglish(changed.error.message)).toContain('nothing is written over')
    expect(document.content).toBe(before)
  })

  it('belong to the trip that ended at the same time when it begins with another event', async () => {
    const { open } = notesFixture()
    const notes = open()
    await notes.edit(ACCOUNT, FIRST, { note: 'Sold too early' })

    const index = await notes.load(ACCOUNT)

    expect(index.find(trip('opening stock KO'))?.note).toBe('Sold too early')
    expect(index.find(trip('opening stock KO', '2026-11-04'))).toBeUndefined()
    expect(index.find(trip('x1', '2026-11-03', 'stock PEP'))).toBeUndefined()
  })

  it('have one spelling of a tag, whatever the person typed', async () => {
    const { open } = notesFixture()
    const notes = open()
    await notes.edit(ACCOUNT, FIRST, { tags: ['Earnings', 'EARNINGS', 'gap, up'] })
    const second = await notes.edit(ACCOUNT, trip('x9', '2026-11-09'), { tags: ['earnings'] })

    expect(second.ok && second.value.tags).toEqual(['Earnings'])
    expect(notes.state(ACCOUNT).tags).toEqual(['Earnings', 'gap up'])
  })
})

describe('REL-38: pictures of charts', () => {
  it('are deleted with their entry, and alone', async () => {
    const { files, open } = notesFixture()
    const notes = open()
    await notes.attach(ACCOUNT, FIRST, { symbol: 'KO', png: 'AAAA' })
    await notes.attach(ACCOUNT, FIRST, { symbol: 'KO', png: 'BBBB' })

    await notes.removePicture(ACCOUNT, FIRST, '1'.padStart(32, '0'))
    expect([...files.values()]).toEqual(['BBBB'])
    await notes.remove(ACCOUNT, FIRST)

    expect(files.size).toBe(0)
    expect((await open().load(ACCOUNT)).entries).toEqual([])
  })

  it('are bounded per round trip and per account, and the bound is said', async () => {
    const { files, open } = notesFixture()
    const notes = open()
    const attach = (tripId: string, day: string) =>
      notes.attach(ACCOUNT, trip(tripId, day), { symbol: 'KO', png: 'AAAA' })
    for (let count = 0; count < MAX_TRIP_PICTURES; count += 1) await attach('x1', '2026-11-03')
    const fifth = await attach('x1', '2026-11-03')
    expect(fifth.ok ? '' : inEnglish(fifth.error.message)).toContain('holds 4 pictures')
    for (let count = MAX_TRIP_PICTURES; count < MAX_ACCOUNT_PICTURES; count += 1) {
      const day = new Date(Date.UTC(2020, 0, count)).toISOString().slice(0, 10)
      await attach(`y${count}`, day)
    }

    const beyond = await attach('z', '2026-12-01')

    expect(beyond.ok ? '' : inEnglish(beyond.error.message)).toContain('holds 400 pictures')
    expect(files.size).toBe(MAX_ACCOUNT_PICTURES)
  })

  it('leave no entry when the file cannot be written, and no file when the entry cannot', async () => {
    const { document, disk, files, open } = notesFixture()
    const notes = open()
    disk.isFull = true
    const full = await notes.attach(ACCOUNT, FIRST, { symbol: 'KO', png: 'AAAA' })
    expect(full.ok ? '' : full.error.code).toBe('storage/failed')
    expect((await notes.load(ACCOUNT)).entries).toEqual([])

    disk.isFull = false
    document.write = () => Promise.resolve({ ok: false, error: { kind: 'full', message: '' } })
    const unlisted = await notes.attach(ACCOUNT, FIRST, { symbol: 'KO', png: 'AAAA' })

    expect(unlisted.ok).toBe(false)
    expect(files.size).toBe(0)
  })

  it('are read only when an entry of the account names them', async () => {
    const { files, open } = notesFixture()
    files.set('f'.repeat(32), 'AAAA')

    const found = await open().picture(ACCOUNT, 'f'.repeat(32))

    expect(found.ok ? '' : inEnglish(found.error.message)).toContain('missing or damaged')
  })
})
