/** The first stop of the keyboard: past the header, straight to the screen. */
export function SkipLink() {
  return (
    <a href="#content" className="skip-link">
      Skip to content
    </a>
  );
}
