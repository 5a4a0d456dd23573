import { describe, expect, it } from 'vitest'
import {
  chordOf,
  isTextPress,
  keyCaps,
  worksWhileTyping,
  type KeyPress,
} from '../../../../../renderer/app/commands/keys.js'
import { DEFAULT_KEY_BINDINGS } from '../../../../../shared/domain/app/key-bindings.js'
import { COMMANDS, commandFor } from '../../../../../renderer/app/commands/commands.js'
import {
  copies,
  headChange,
  nextPlace,
  nextRow,
  opensMenu,
} from '../../../../../renderer/ui/table/grid-keys.js'

const press = (key: string, modifiers: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
})

describe('shortcuts', () => {
  it.each<[KeyPress, boolean, string | null]>([
    [press('k', { ctrlKey: true }), false, 'Mod+K'],
    [press('k', { metaKey: true }), true, 'Mod+K'],
    [press('k', { ctrlKey: true }), true, null],
    [press('k', { metaKey: true }), false, null],
    [press('?', { shiftKey: true }), false, '?'],
    [press('F6', { shiftKey: true }), false, 'Shift+F6'],
    [press('K', { ctrlKey: true, shiftKey: true }), false, 'Mod+Shift+K'],
    [press('¡', { altKey: true, code: 'Digit1' }), true, 'Alt+1'],
    [press(',', { ctrlKey: true }), false, 'Mod+,'],
    [press('Shift', { shiftKey: true }), false, null],
    [press('ß', { altKey: true, code: 'KeyS' }), true, 'Alt+S'],
    [press('к', { ctrlKey: true, code: 'KeyK' }), false, 'Mod+K'],
    [press('ñ', { altKey: true, code: 'Semicolon' }), false, 'Alt+Ñ'],
    [press(' ', { ctrlKey: true }), false, 'Mod+Space'],
    [press('/', { shiftKey: true, code: 'Digit7' }), false, '/'],
    [press('ö', { code: 'Semicolon' }), false, 'Ö'],
    [press('Dead', { code: 'Equal' }), false, null],
    [press('Dead', { altKey: true, code: 'KeyE' }), true, null],
    [press('4', { altKey: true, code: 'Numpad4' }), false, null],
    [press('4', { altKey: true, code: 'Digit4' }), false, 'Alt+4'],
    [
      press('@', { ctrlKey: true, altKey: true, code: 'Digit2', getModifierState: () => true }),
      false,
      null,
    ],
  ])('have the same notation on every keyboard: %o', (key, mac, chord) =>
    expect(chordOf(key, mac)).toBe(chord),
  )

  it('leave the characters of the Option key of a Mac to text fields', () => {
    const option = (key: string, code: string) => press(key, { altKey: true, code })
    expect(isTextPress(option('@', 'KeyL'), true)).toBe(true)
    expect(isTextPress(option('@', 'Digit2'), true)).toBe(true)
    expect(isTextPress(option('l', 'KeyL'), false)).toBe(false)
    expect(isTextPress(option('F4', 'F4'), true)).toBe(false)
  })

  it('leave plain characters to text fields', () => {
    expect(['Mod+K', 'Alt+3', 'F6', 'Shift+F6'].every(worksWhileTyping)).toBe(true)
    expect(['?', 'K', 'Enter', 'Shift+A'].some(worksWhileTyping)).toBe(false)
  })

  it('are unique, and each finds its command', () => {
    const chords = COMMANDS.map((command) => command.chord).filter((chord) => chord !== null)
    expect(new Set(chords).size).toBe(chords.length)
    for (const command of COMMANDS) {
      if (command.chord !== null) {
        expect(commandFor(command.chord, DEFAULT_KEY_BINDINGS)).toEqual({ command })
      }
    }
    expect(new Set(COMMANDS.map((command) => command.id)).size).toBe(COMMANDS.length)
  })

  it('show the key names of this keyboard', () => {
    expect(keyCaps('Mod+Shift+K', false)).toEqual(['Ctrl', 'Shift', 'K'])
    expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K'])
  })
})

describe('keys in a table', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 19, 19],
    ['ArrowUp', 1, 0],
    ['ArrowUp', 0, -1],
    ['ArrowUp', -1, -1],
    ['PageDown', 15, 19],
    ['PageUp', 3, 0],
    ['Home', 9, 0],
    ['End', 9, 19],
    ['ArrowDown', -1, 0],
    ['x', 3, null],
  ])('move with %s from row %i to %s', (key, from, to) => expect(nextRow(key, from, 20)).toBe(to))

  it.each([
    ['ArrowRight', 3, null, 3, 'symbol'],
    ['ArrowRight', 3, 'price', 3, 'price'],
    ['ArrowLeft', 3, 'price', 3, 'symbol'],
    ['ArrowLeft', 3, 'symbol', 3, null],
    ['ArrowLeft', 3, null, 3, null],
    ['ArrowDown', 3, 'price', 4, 'price'],
    ['ArrowUp', 0, null, -1, 'symbol'],
    ['ArrowUp', 0, 'price', -1, 'price'],
    ['ArrowLeft', -1, 'symbol', -1, 'symbol'],
    ['ArrowDown', -1, 'price', 0, 'price'],
  ])('move with %s from row %i, cell %s, to row %i, cell %s', (key, row, column, toRow, to) =>
    expect(nextPlace(key, { row, column }, 20, ['symbol', 'price'])).toEqual({
      row: toRow,
      column: to,
    }),
  )

  it('open the menu and copy', () => {
    expect([press('ContextMenu'), press('F10', { shiftKey: true })].every(opensMenu)).toBe(true)
    expect(opensMenu(press('F10'))).toBe(false)
    expect(copies(press('c', { ctrlKey: true }))).toBe(true)
    expect(copies(press('c', { metaKey: true }))).toBe(true)
    expect(copies(press('c'))).toBe(false)
  })

  it('move and resize a column from its head', () =>
    expect([
      headChange(press('ArrowLeft', { altKey: true })),
      headChange(press('ArrowRight', { altKey: true })),
      headChange(press('ArrowRight', { shiftKey: true })),
      headChange(press('ArrowLeft', { shiftKey: true })),
      headChange(press('ArrowLeft')),
    ]).toEqual(['left', 'right', 'wider', 'narrower', null]))
})
