"""Cartagena: Die Meuterei: a voyage of cabin doors and a mutiny of secret cards for two to four players."""
