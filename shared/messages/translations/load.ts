import type { CatalogueLike } from '../catalogue.js'
import type { EnglishCatalogue } from '../en/index.js'
import type { TranslatedLanguage } from '../languages.js'
import type { ConfirmText, PanelText, WindowText } from '../window-text.js'

// The folder of a language has its code as its name, so that nothing else has to name the folder.
// The build makes one late file of each part.

/** Loads the messages of a language. */
export async function loadCatalogue(
  language: TranslatedLanguage,
): Promise<CatalogueLike<EnglishCatalogue>> {
  const part: { readonly catalogue: CatalogueLike<EnglishCatalogue> } = await import(
    `./${language}/index.ts`
  )
  return part.catalogue
}

/** Loads the texts of the main window and of the panel windows that a start shows. */
export async function loadWindowText(language: TranslatedLanguage): Promise<WindowText> {
  const part: { readonly text: WindowText } = await import(`./${language}/window/index.ts`)
  return part.text
}

/** Loads the same texts with those of late panels and dialogs. */
export async function loadPanelText(language: TranslatedLanguage): Promise<PanelText> {
  const part: { readonly panelText: PanelText } = await import(
    `./${language}/window/panels/index.ts`
  )
  return part.panelText
}

/** Loads the texts of the confirm window in a language. */
export async function loadConfirmText(language: TranslatedLanguage): Promise<ConfirmText> {
  const part: { readonly confirmText: ConfirmText } = await import(
    `./${language}/window/confirm.ts`
  )
  return part.confirmText
}
