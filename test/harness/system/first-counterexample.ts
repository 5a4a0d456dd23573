import fc from 'fast-check'

// A run that only asks whether a test fails needs no simplest counterexample, and looking for it
// takes longer than everything else.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
