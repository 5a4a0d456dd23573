/** Why a change of a watchlist is refused. */
export const watchlists = {
  unknown: 'This watchlist does not exist any more.',
  tooMany: ({ max }: { readonly max: number }) => `At most ${max} watchlists are possible.`,
  noName: 'A watchlist needs a name.',
  longName: ({ max }: { readonly max: number }) => `A name has at most ${max} characters.`,
  nameTaken: ({ name }: { readonly name: string }) => `There is a watchlist “${name}” already.`,
  tooLong: ({ max }: { readonly max: number }) => `A watchlist holds at most ${max} symbols.`,
  notSaved: 'The change could not be saved on this computer.',
} as const
