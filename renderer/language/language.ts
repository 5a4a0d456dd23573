import { createStore } from 'zustand/vanilla'
import type { Disposer } from '../../shared/domain/brand.js'
import { LOCALES, type Language, type TranslatedLanguage } from '../../shared/messages/languages.js'

const store = createStore<{ readonly language: Language }>(() => ({ language: 'en' }))
const textSets: TextSet<unknown>[] = []
let requested: Language = 'en'

/** The language that this window shows now. */
export const currentLanguage = (): Language => store.getState().language

/** The locale of numbers, dates and plurals in the current language. */
export const currentLocale = (): string => LOCALES[currentLanguage()]

/** Calls `onChange` after each change of the language. */
export const onLanguageChange = (onChange: () => void): Disposer => store.subscribe(onChange)

/**
 * Shows this window in another language. The texts are loaded first, so that no part of the window
 * changes before the others; a later call has priority over one that is still loading.
 */
export async function setLanguage(language: Language): Promise<void> {
  requested = language
  await Promise.all(textSets.map((texts) => texts.load(language)))
  if (requested === language) store.setState({ language })
}

/** Loads the texts of a language that is not part of the first bundle. */
export type TextLoader<T> = (language: TranslatedLanguage) => Promise<T>

/**
 * The texts of a window in every language. English is part of the first bundle; another language is
 * loaded when it is chosen.
 */
export class TextSet<T> {
  readonly #loaded = new Map<Language, T>()
  readonly #load: TextLoader<T>

  constructor(english: T, load: TextLoader<T>) {
    this.#loaded.set('en', english)
    this.#load = load
    textSets.push(this)
  }

  /** Loads the texts of a language; does nothing when they are loaded. */
  async load(language: Language): Promise<void> {
    if (language === 'en' || this.#loaded.has(language)) return
    this.#loaded.set(language, await this.#load(language))
  }

  /**
   * Loads what texts need that are registered while the window is shown: the current language, and
   * the one chosen last, which may still be loading and did not wait for these texts.
   */
  async loadChosen(): Promise<void> {
    const languages = new Set([currentLanguage(), requested])
    await Promise.all([...languages].map(async (language) => this.load(language)))
  }

  /** Returns the texts in the current language; the same object until the language changes. */
  readonly current = (): T => {
    const texts = this.#loaded.get(currentLanguage()) ?? this.#loaded.get('en')
    return texts as T
  }
}
