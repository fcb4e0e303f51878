import { pictureLimits } from '@openspot/core/files/limits.ts'

const LONGEST_SIDE = pictureLimits.map_side
/** Larger pictures are scaled down before the upload, because on a slow connection they would not arrive in time. */
const MAX_BYTES = 1_500_000

/** Returns a picture in the form that the server accepts, scaled down if it is large, as the server would do anyway. */
export async function pictureForm(file: File): Promise<FormData> {
  const form = new FormData()
  form.append(
    'image',
    (await smallerPicture(file, { side: LONGEST_SIDE, bytes: MAX_BYTES })) ?? file,
    'picture',
  )
  return form
}

/**
 * Returns null if the picture is small enough or unreadable for the browser; the server then explains what is wrong.
 */
export async function smallerPicture(
  file: File,
  most: { side: number; bytes: number },
): Promise<Blob | null> {
  if (file.size <= most.bytes) return null
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, most.side / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    return blob.size < file.size ? blob : null
  } catch {
    return null
  }
}
