"""What makes HTML, fonts, icons and links of anything: it knows no table and no guest."""
