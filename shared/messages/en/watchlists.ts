import { insideQuotes } from '../../domain/text-safety.js'

/** Why a change of a watchlist is refused. */
export const watchlists = {
  unknown: 'This watchlist does not exist any more.',
  tooMany: ({ max }: { readonly max: number }) => `At most ${max} watchlists are possible.`,
  noName: 'A watchlist needs a name.',
  longName: ({ max }: { readonly max: number }) => `A name has at most ${max} characters.`,
  nameTaken: ({ name }: { readonly name: string }) =>
    `There is a watchlist “${insideQuotes(name)}” already.`,
  tooLong: ({ max }: { readonly max: number }) => `A watchlist holds at most ${max} symbols.`,
  changeUnknown: 'This change was undone or kept already, or the assistant changed more since.',
  undecided: 'Too many changes of assistants wait for the person, who can keep or undo them.',
  inConflict: 'This watchlist was changed here and at the broker. The person has to choose first.',
  notInList: ({ symbol }: { readonly symbol: string }) => `${symbol} is not in this watchlist.`,
  changesTooFast: ({ max }: { readonly max: number }) =>
    `At most ${max} changes of watchlists are accepted within a minute.`,
  notShown: 'Watchlists of shadow practice are not shown to the person, so they stay as they are.',
  notRead: 'The watchlists on this computer could not be read now. Nothing was changed.',
  notSaved: 'The change could not be saved on this computer.',
} as const
