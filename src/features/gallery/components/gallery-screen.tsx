import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { Page } from '@/components/ui/page.tsx';
import { Spinner } from '@/components/ui/spinner.tsx';
import { toast } from '@/lib/toast.ts';
import { photosQuery } from '../api/get-photos.ts';
import { GettingReady } from './getting-ready.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import './gallery.css';

const failure = 'Could not fetch gallery photos.';

export function GalleryScreen() {
  return (
    <Page
      title="Gallery"
      heading="The shine, close up."
      lead="Cars as we handed them back, in driveways like yours."
    >
      <Photos />
    </Page>
  );
}

function Photos() {
  const { data: photos, isError, errorUpdatedAt, isFetching, refetch } = useQuery(photosQuery);
  useEffect(() => {
    if (isError) toast({ title: 'Error', description: failure, variant: 'destructive' });
  }, [isError, errorUpdatedAt]);

  if (photos) return photos.length > 0 ? <PhotoGrid photos={photos} /> : <GettingReady />;
  if (!isError) return <Spinner label="Loading our shiny work..." />;
  return (
    <Notice tone="danger" title={failure}>
      <p>Please check your connection and try again.</p>
      <Button variant="secondary" className="mt-5" busy={isFetching} onClick={() => void refetch()}>
        Try again
      </Button>
    </Notice>
  );
}
