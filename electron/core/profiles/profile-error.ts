/** Why something could not be done with a profile. Nothing was changed. */
export interface ProfileError {
  readonly kind:
    | 'unknown'
    | 'built-in'
    | 'name-taken'
    | 'frozen'
    | 'too-many'
    | 'malformed'
    | 'newer-version'
    | 'storage'
  readonly message: string
}
