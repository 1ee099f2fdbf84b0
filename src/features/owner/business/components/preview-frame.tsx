import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

type PreviewFrameProps = {
  title: string;
  /** Pixels of the screen that the page is drawn for. */
  width: number;
  height: number;
  children: ReactNode;
};

const emptyPage = '<!doctype html><html lang="en"><head></head><body></body></html>';

/**
 * Draws a page into a frame, whose width the page's styles follow. The frame loads nothing: no address shows the draft.
 * Its links lead nowhere.
 */
export function PreviewFrame({ title, width, height, children }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement | null>(null);
  const scale = useScale(stage, width);
  return (
    <div ref={stage} className="preview-stage" style={{ height: height * scale }}>
      <iframe
        title={title}
        srcDoc={emptyPage}
        width={width}
        height={height}
        style={{ width, height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          if (!contentDocument) return;
          copyStyles(contentDocument);
          setBody(contentDocument.body);
        }}
      />
      {body && createPortal(<div onClickCapture={stayHere}>{children}</div>, body)}
    </div>
  );
}

function copyStyles(target: Document) {
  for (const sheet of document.head.querySelectorAll('link[rel="stylesheet"], style')) {
    target.head.append(target.importNode(sheet, true));
  }
}

function stayHere(event: MouseEvent) {
  // A node of the frame is no `Element` of this window.
  const isLink = (event.target as Element).closest('a') !== null;
  if (!isLink) return;
  event.preventDefault();
  event.stopPropagation();
}

/** How far a page of this width shrinks to fit the stage. */
function useScale(stage: { current: HTMLElement | null }, width: number) {
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!stage.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width));
    observer.observe(stage.current);
    return () => observer.disconnect();
  }, [stage]);
  return Math.min(1, room / width);
}
