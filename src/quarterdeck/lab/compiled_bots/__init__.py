"""Bots that play inside compiled code, against each other or against a learner in one seat."""
