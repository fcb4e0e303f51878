/** Limits for uploaded pictures. The server enforces them; forms show them before an upload. */
export const pictureLimits = {
  bytes: 5_000_000,
  /** Maximum width times height, read from the file header before decoding. */
  pixels: 25_000_000,
  /** Maximum side in pixels of a stored picture; larger pictures are scaled down. */
  map_side: 4000,
  logo_side: 512,
  photo_side: 2000,
  lot_photo_side: 1600,
  /** Thumbnails of lot photos are cut to this size. */
  thumbnail: { width: 480, height: 360 },
  /** Minimum side in pixels of an upload, which excludes tracking pixels. */
  least_side: 16,
} as const

/** Value for the `accept` attribute of a file field. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/**
 * Maximum size of all pictures of a lot together, in bytes. A trigger enforces it (db/functions/files.sql), and a test
 * compares the two.
 * @internal
 */
export const MAX_LOT_PICTURE_BYTES = 50_000_000
