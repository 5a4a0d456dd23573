abi <abi/4.0>,
include <tunables/global>

# Allows user namespaces, which Chromium's sandbox needs, and restricts nothing.
profile "${executable}" "/opt/${sanitizedProductName}/${executable}" flags=(unconfined) {
  userns,
  include if exists <local/${executable}>
}
