import { pictureLimits } from '@openspot/core/files/limits.ts'

const LONGEST_SIDE = pictureLimits.map_side
/** Above this a picture is made smaller before it is sent: on a slow line it would not arrive in time. */
const MOST_BYTES = 1_500_000

/** A picture as the server takes it. A large photo is made smaller first, which the server would do as well. */
export async function pictureForm(file: File): Promise<FormData> {
  const form = new FormData()
  form.append('image', (await smaller(file)) ?? file, 'picture')
  return form
}

/** Null where it is small enough, or no picture that the browser can read: the server says what is wrong with it. */
async function smaller(file: File): Promise<Blob | null> {
  if (file.size <= MOST_BYTES) return null
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height))
    const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    return blob.size < file.size ? blob : null
  } catch {
    return null
  }
}
