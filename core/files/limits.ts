/** What may be uploaded as a picture. The server holds it; forms say it before anything is sent. */
export const pictureLimits = {
  bytes: 5_000_000,
  /** Width by height, read from the file's head before any of it is decoded. */
  pixels: 25_000_000,
  /** No side of what is kept is longer; larger pictures are made smaller. */
  map_side: 4000,
  logo_side: 512,
  /** No side of what is sent is shorter: a tracking pixel is no picture. */
  least_side: 16,
} as const

/** As `accept` of a file field. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
