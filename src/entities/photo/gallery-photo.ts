/** A photo of the gallery as the data interface answers it. */
export type GalleryPhoto = {
  id: string;
  image_url: string;
  /** What it shows, at most 300 characters; may be empty. */
  description: string;
  /** Instant. */
  created_at: string;
  /** Pixels of the whole photo; null where the storage could not tell. */
  image_width: number | null;
  image_height: number | null;
};

/** What a photo shows, for whoever does not see it. */
export function photoText({ description }: GalleryPhoto): string {
  return description || 'A car after our visit';
}
